import { readFileSync } from 'node:fs';
import path from 'node:path';

import { accountNode } from '../../node-red/messaging-account/settings';

const text = (file: string) => readFileSync(path.join(__dirname, '../..', file), 'utf8');

/** The cells of the first row of `docs/performance.md` that begins so, below a heading and a sentence. */
function row(heading: string, sentence: string, first: string): string[] {
  const section = text('docs/performance.md').split(`\n## ${heading}`)[1] ?? '';
  const found = section
    .slice(section.indexOf(sentence))
    .split('\n')
    .find((line) => line.startsWith(`| ${first} |`));
  return (found ?? '').split('|').map((cell) => cell.trim());
}

const figure = (cell: string | undefined) => Number(cell?.replace(/[^\d.]/g, ''));

describe('the figures of the README', () => {
  const flood = ['Node-RED: 10,000 messages at once', 'A service that answers in 20 ms'] as const;
  const http = row(...flood, 'core http request');
  const send = row(...flood, 'send, 50 at once (default)');
  const batch = row(...flood, 'batch, collected by 100 (default)');
  const [, requests, httpMemory, atOnce, sendMemory, share] =
    /open up to ([\d,]+) requests and take\s+(\d+) MB; \*send message\* keeps to the (\d+) of its account and takes (\d+) MB, and\s+\*batch\* sends them with an? (\w+) of the CPU time/.exec(
      text('README.md'),
    ) ?? [];

  it('are those of docs/performance.md, rounded', () => {
    const shares: Record<number, string> = {
      8: 'eighth',
      9: 'ninth',
      10: 'tenth',
      11: 'eleventh',
      12: 'twelfth',
    };
    const [memory, cpu, inFlight] = [4, 7, 8];
    expect(figure(requests) / figure(http[inFlight])).toBeCloseTo(1, 1);
    expect(figure(httpMemory) / figure(http[memory])).toBeCloseTo(1, 1);
    expect(figure(sendMemory) / figure(send[memory])).toBeCloseTo(1, 1);
    expect(share).toBe(shares[Math.floor(figure(http[cpu]) / figure(batch[cpu]))]);
    expect(atOnce).toBe(send[inFlight]);
  });

  it('give what an account is set to when nobody changes it', () => {
    expect(accountNode.rows.maxInFlight.value).toBe(Number(atOnce));
  });
});
