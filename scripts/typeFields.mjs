// Reads the fields of interfaces from the sources, each with its type and its comment, so that a reference says what the code says.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const root = path.join(import.meta.dirname, '..');

/**
 * The fields of an interface, and after them those of the interfaces of its file that it extends.
 * @returns {Array<{ name: string, type: string, text: string }>}
 * @throws Error if there is no such interface, or if a field has no comment
 */
export function fieldsOf(file, name) {
  const source = ts.createSourceFile(
    file,
    readFileSync(path.join(root, file), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  const found = source.statements.find((each) => ts.isInterfaceDeclaration(each) && each.name.text === name);
  if (found === undefined) throw new Error(`${file} has no interface ${name}`);
  const inherited = (found.heritageClauses ?? [])
    .flatMap(({ types }) => [...types])
    .flatMap(({ expression }) => fieldsOf(file, expression.getText(source)));
  const own = found.members.filter(ts.isPropertySignature).map((member) => {
    const field = member.name.getText(source);
    const text = ts.getJSDocCommentsAndTags(member).map(({ comment }) => comment)[0];
    if (typeof text !== 'string') throw new Error(`${file}: ${name}.${field} has no comment`);
    const type = member.type.getText(source).replace(/ \| undefined$/, '');
    return { name: field, type, text: text.replace(/\s+/g, ' ').replace(/ \(see `\w+`\)/, '') };
  });
  return [...own, ...inherited];
}

/**
 * Why a message can be skipped, from the cases of `Skipped`.
 * @returns {Array<{ outcome: string, text: string }>}
 */
export function skips() {
  const source = readFileSync(path.join(root, 'core/client/outcome/result.ts'), 'utf8');
  const [, union = ''] = /^export type Skipped =\n(.*?);\n\n/ms.exec(source) ?? [];
  return [...union.matchAll(/\/\*\* (.+?) \*\/\s*\| \{ outcome: '(\w+)';(.*?)\}/gs)].map(
    ([, text, outcome, rest]) => {
      const fields = [...rest.matchAll(/\b(?!reason)(\w+): /g)].map(([, name]) => `\`${name}\``);
      return { outcome, text: [text, ...(fields.length === 0 ? [] : [`${fields.join(', ')}.`])].join(' ') };
    },
  );
}

/**
 * The words of a constant: `const NAME = 'one two'.split(' ')`.
 * @returns {string[]}
 * @throws Error if there is no such constant
 */
export function words(file, name) {
  const source = readFileSync(path.join(root, file), 'utf8');
  const [, found] = new RegExp(`const ${name} = '([^']+)'\\.split`).exec(source) ?? [];
  if (found === undefined) throw new Error(`${file} has no ${name}`);
  return found.split(' ');
}
