// Refuses commit subjects without a type, or with more than 72 characters. Commits before the first one of this form are left as they are.
import { execFileSync } from 'node:child_process';

const form = /^(feat|fix|refactor|perf|test|docs|build|ci|chore)(\([a-z0-9-]+\))?: [a-z`"'].*$/;
const git = ['-c', 'safe.directory=*', 'log', '--no-merges', '--format=%s'];
const subjects = execFileSync('git', git, { encoding: 'utf8' }).trim().split('\n');
const isRight = (subject) => form.test(subject) && subject.length <= 72;
const wrong = subjects.slice(0, subjects.findLastIndex(isRight) + 1).filter((subject) => !isRight(subject));
for (const subject of wrong) console.error(`Not "type(scope): text" of at most 72 characters: ${subject}`);
process.exitCode = wrong.length === 0 && subjects.some(isRight) ? 0 : 1;
