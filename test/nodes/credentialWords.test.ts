import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { inCredentialWords } from '../../nodes/MessagingService/credentialWords';

const folder = path.join(__dirname, '../../core/client');
const sources = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'utf8'));
const sentences = [...sources, readFileSync(path.join(folder, '../contract/sentences.ts'), 'utf8')]
  .flatMap((source) => source.match(/(['`])(?:(?!\1).)*\1/g) ?? [])
  .filter((text) => /\bin the account\b|(?:URL|Password) of the account/.test(text));

it('every sentence of the core that sends a person to the account names the credential in n8n', () => {
  expect(sentences.length).toBeGreaterThan(10);
  for (const sentence of sentences) {
    const shown = inCredentialWords(sentence);
    expect(shown).toContain('the credential');
    expect(shown).not.toMatch(/(?:in|of) the account\b/);
  }
});

it('what the account has or is allowed stays its own', () => {
  const text = 'Check the credit of the account, and what the account or sub-user is permitted to do.';
  expect(inCredentialWords(text)).toBe(text);
});
