// The node types a Node-RED node's html registers, read the way node-red-dev and the flow library read them.
import { readFileSync } from 'node:fs';
import { parse } from 'acorn';
import { simple } from 'acorn-walk';

const scripts = /<script[^>]+type=['"]text\/javascript['"][^>]*>([\s\S]*?)<\/script>/gi;

/**
 * @param {string} htmlFile
 * @returns {{ type: string, category: string | undefined, icon: string | undefined }[]} only types registered with a literal name and an
 * inline object, for the others cannot be read
 */
export function registeredTypes(htmlFile) {
  const types = [];
  for (const [, script] of readFileSync(htmlFile, 'utf8').matchAll(scripts)) {
    simple(parse(script, { ecmaVersion: 'latest' }), {
      CallExpression({ callee, arguments: [name, definition] }) {
        if (callee.property?.name !== 'registerType') return;
        if (name?.type !== 'Literal' || definition?.type !== 'ObjectExpression') return;
        const literal = (key) => definition.properties.find((each) => each.key?.name === key)?.value?.value;
        types.push({ type: name.value, category: literal('category'), icon: literal('icon') });
      },
    });
  }
  return types;
}
