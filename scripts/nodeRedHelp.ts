/**
 * The help of a Node-RED node in one language, with the parts that several nodes share: `<!-- shared: failed -->` stands for the
 * template `failed` of `node-red/help/`.
 * @throws Error if there is no such template
 */
export function nodeRedHelp(help: string, shared: string): string {
  const templates = [...shared.matchAll(/<template id="(\w+)">\n(.*?)<\/template>/gs)];
  const parts = new Map(templates.map(([, name, text]) => [name, text]));
  return help.replace(/^ *<!-- shared: (\w+) -->\n/gm, (line, name: string) => {
    const part = parts.get(name);
    if (part === undefined) throw new Error(`No template for ${line.trim()}`);
    return part;
  });
}
