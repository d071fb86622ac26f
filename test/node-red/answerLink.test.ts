import { newReference } from '../../core/ask/reference';
import { isSigned, linkToken, newLinkKey, referenceIn } from '../../node-red/calls/answerLink';

/** The token at the end of a link, as a stranger could try to make one. */
const [reference, key] = [newReference(), newLinkKey()];
const token = linkToken(reference, key);

it('names its question, and is right with the key of that question only', () => {
  expect(referenceIn(token)).toBe(reference);
  expect(isSigned(token, reference, key)).toBe(true);
  expect(isSigned(token, reference, newLinkKey())).toBe(false);
  expect(isSigned(linkToken(newReference(), key), reference, key)).toBe(false);
});

it('ends with a letter, because phones leave a sign at the end out of a link', () => {
  for (let made = 0; made < 200; made += 1)
    expect(linkToken(newReference(), newLinkKey())).toMatch(/^[\w-]{37}[AQgw]$/);
});

it('is wrong if any character of it differs', () => {
  const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  for (let at = 0; at < token.length; at += 1) {
    for (const character of characters) {
      const changed = token.slice(0, at) + character + token.slice(at + 1);
      expect(isSigned(changed, reference, key)).toBe(changed === token);
    }
  }
});

it.each([
  ['nothing', () => ''],
  ['a reference alone', () => reference],
  ['shorter', () => token.slice(1)],
  ['longer', () => `${token}A`],
  ['with a line break', () => `${token}\n`],
  ['with a blank', () => ` ${token}`],
  ['with a sign of other alphabets', () => token.replace(/.$/, '=')],
  ['with letters of several bytes', () => `${reference}${'é'.repeat(22)}`],
  ['with a letter that is like another one', () => `${reference}${'A'.repeat(21)}ſ`],
])('is none if it is %s', (_name, other) => {
  expect(referenceIn(other())).toBeUndefined();
  expect(isSigned(other(), reference, key)).toBe(false);
});

it('keys are of 256 random bits', () => {
  const keys = new Set(Array.from({ length: 1000 }, newLinkKey));
  expect(keys.size).toBe(1000);
  for (const each of keys) expect(Buffer.from(each, 'base64url')).toHaveLength(32);
});
