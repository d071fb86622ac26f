// n8n's scanner on n8n's package. The tool itself takes only published packages, but exports what it does to one: it lints the sources
// of nodes and credentials in the repository, and all JavaScript of the tarball. Its provenance check needs a published package.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { analyzePackage, SOURCE_FILE_PATTERNS } from '@n8n/scan-community-package/scanner/scanner.mjs';
import { assert, check, finish } from './checks.mjs';
import { checkout, pack } from './tarball.mjs';

const shownLines = 80;

async function scan(folder, patterns) {
  const { passed, message, details } = await analyzePackage(folder, patterns);
  // The scanner lets a folder pass in which it finds nothing to lint.
  assert(passed && message === undefined, `${message}\n${firstLines(details)}`);
}

function firstLines(text = '') {
  return stripVTControlCharacters(text).split('\n').slice(0, shownLines).join('\n');
}

await check('the sources have a file for every node and credential', () => {
  const { n8n } = JSON.parse(readFileSync(path.join(checkout, 'package.json'), 'utf8'));
  const built = [...n8n.nodes, ...n8n.credentials];
  assert(built.length > 0, 'package.json lists no nodes and no credentials');
  for (const file of built)
    readFileSync(path.join(checkout, file.replace(/^dist\//, '').replace(/\.js$/, '.ts')));
});
await check("n8n's scanner passes the sources", () => scan(checkout, SOURCE_FILE_PATTERNS));
await check("n8n's scanner passes the tarball", () => scan(pack('n8n').folder, ['**/*.js', 'package.json']));
finish();
