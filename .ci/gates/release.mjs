// Whether the tag, the version and the changelog of a release agree: `node .ci/gates/release.mjs v1.2.3 [folder of the checkout]`.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { assert, check, finish } from './checks.mjs';

const [tag = '', root = path.join(import.meta.dirname, '../..')] = process.argv.slice(2);
const read = (file) => readFileSync(path.join(root, file), 'utf8');
const { version, author } = JSON.parse(read('package.json'));

await check('the version is a plain one, such as 1.2.3', () => {
  assert(/^\d+\.\d+\.\d+$/.test(version), `package.json has the version ${version}`);
});
await check('the tag is the version', () => {
  assert(tag === `v${version}`, `the tag is "${tag}", and package.json has the version ${version}`);
});
await check('the lock file has the version', () => {
  const lock = JSON.parse(read('package-lock.json'));
  for (const found of [lock.version, lock.packages[''].version])
    assert(found === version, `package-lock.json has the version ${found}, and package.json ${version}`);
});
await check('the e-mail of the author, which n8n requires, can be real', () => {
  assert(/@(?!.*\.(example|invalid|test|localhost)$)/.test(author.email), `${author.email} is a placeholder`);
});
const sections = sectionsOf(read('CHANGELOG.md'));
await check(
  'the newest section of the changelog is that of the version, with a date and with entries',
  () => {
    const [newest] = sections.filter(({ title }) => title !== '[Unreleased]');
    const [, named, date] = /^\[(.+)\] - (\d{4}-\d{2}-\d{2})$/.exec(newest?.title ?? '') ?? [];
    assert(
      named === version,
      `it is "${newest?.title ?? 'none'}", not "[${version}] - <year>-<month>-<day>"`,
    );
    assert(!Number.isNaN(Date.parse(date)), `${date} is no date`);
    assert(/^- /m.test(newest.text), 'it has no entries');
  },
);
await check('the changelog has nothing that is unreleased', () => {
  const left = sections.find(({ title }) => title === '[Unreleased]')?.text.trim() ?? '';
  assert(left === '', `below [Unreleased]: ${left.slice(0, 200)}`);
});
finish();

/** The sections of the second level. */
function sectionsOf(text) {
  return text
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [title = '', ...lines] = section.split('\n');
      return { title: title.trim(), text: lines.join('\n') };
    });
}
