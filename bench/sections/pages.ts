import { z } from 'zod/v4';

import { countPages } from '../../core/sms';
import { loadPeer } from '../peers';
import { fasterBy, medians, microseconds, type Section } from '../result';
import { cpuPerCall, inTurn, valuesOf } from '../rounds';

const ROUNDS = 9;

type Count = (text: string) => { pages: number; encoding: string };

function callable<Signature>() {
  return z.custom<Signature>((value) => typeof value === 'function');
}

interface Segmented {
  segmentsCount: number;
  encodingName: string;
}

const OURS = 'this package';
const TWILIO = 'sms-segments-calculator';
const SPLIT = 'split-sms';
const LENGTH = 'sms-length';

function counters(): Record<string, Count> {
  const { SegmentedMessage } = z
    .object({ SegmentedMessage: callable<new (text: string) => Segmented>() })
    .parse(loadPeer(TWILIO));
  const { split } = z
    .object({
      split:
        callable<
          (text: string, options: { summary: boolean }) => { parts: unknown[]; characterSet: string }
        >(),
    })
    .parse(loadPeer(SPLIT));
  const { count } = z
    .object({ count: callable<(text: string) => { messages: number; encoding: string }>() })
    .parse(loadPeer(LENGTH));
  return {
    [OURS]: (text) => countPages(text),
    [TWILIO]: (text) => {
      const { segmentsCount, encodingName } = new SegmentedMessage(text);
      return { pages: segmentsCount, encoding: encodingName };
    },
    [SPLIT]: (text) => {
      const { parts, characterSet } = split(text, { summary: true });
      return { pages: parts.length, encoding: characterSet };
    },
    [LENGTH]: (text) => {
      const { messages, encoding } = count(text);
      return { pages: messages, encoding };
    },
  };
}

const fill = (sample: string, length: number) =>
  sample.repeat(Math.ceil(length / sample.length)).slice(0, length);
const GSM = 'Your order 4711 is on its way, see you at 10:30! ';
const UCS2 = 'Ваш заказ 4711 уже в пути, до встречи в 10:30! ';

const texts: Record<string, string> = {
  '160 characters, GSM': fill(GSM, 160),
  '1,530 characters, GSM': fill(GSM, 1530),
  '160 characters, UCS-2': fill(UCS2, 160),
  '1,530 characters, UCS-2': fill(UCS2, 1530),
};

/** Texts of at most ten pages, the most the service sends: what each counter makes of them, and what is right. */
const answers: ReadonlyArray<readonly [string, string, number]> = [
  ['160 characters, GSM', fill(GSM, 160), 1],
  ['161 characters, GSM', fill(GSM, 161), 2],
  ['1,530 characters, GSM', fill(GSM, 1530), 10],
  ['70 characters, UCS-2', fill(UCS2, 70), 1],
  ['71 characters, UCS-2', fill(UCS2, 71), 2],
  ['670 characters, UCS-2', fill(UCS2, 670), 10],
  ['80 euro signs (2 septets each)', fill('€', 80), 1],
  ['a euro sign that would lie across two pages', `${fill(GSM, 152)}€${fill(GSM, 152)}`, 3],
  ['an emoji that would lie across two pages', `${fill(UCS2, 66)}😀${fill(UCS2, 66)}`, 3],
];

async function run() {
  const all = counters();
  const names = Object.keys(all);
  const times = new Map<string, Map<string, readonly number[]>>();
  for (const [title, text] of Object.entries(texts)) {
    const contenders = names.map((name) => ({
      name,
      measure: () => cpuPerCall(() => all[name]?.(text)),
    }));
    await inTurn(contenders, 2); // compiled before it counts
    const measured = await inTurn(contenders, ROUNDS);
    times.set(title, new Map(names.map((name) => [name, valuesOf(measured, name)])));
  }
  const of = (title: string, name: string) => times.get(title)?.get(name) ?? [];
  return {
    name: 'pages',
    title: 'SMS pages',
    how: 'CPU time to find the encoding and the pages of a text. The counters take turns in one process. The texts contain no emoji and no characters of the extension table, so that all counters give the same answer.',
    goals: Object.keys(texts).flatMap((title) =>
      [TWILIO, SPLIT].map((peer) =>
        fasterBy(3, {
          what: `SMS pages, ${title}`,
          against: peer,
          ours: of(title, OURS),
          theirs: of(title, peer),
          show: microseconds,
        }),
      ),
    ),
    figures: [
      medians(
        'CPU time for one text:',
        ['Counter', ...Object.keys(texts)],
        names.map((name) => [name, ...Object.keys(texts).map((title) => of(title, name))]),
        Object.keys(texts).map(() => microseconds),
      ),
      {
        title: 'Pages that they count; wrong ones in bold:',
        rows: [
          ['Text', 'right', ...names],
          ...answers.map(([title, text, right]) => [
            title,
            String(right),
            ...names.map((name) => {
              const pages = all[name]?.(text).pages;
              return pages === right ? String(pages) : `**${pages}**`;
            }),
          ]),
        ],
      },
    ],
    notes: [
      `${LENGTH} is no peer: it finds the encoding with a regular expression and divides a length, so it splits characters over two pages (bold above). It does not know the limit of ten pages or say what is cut off. With UCS-2 it looks only at the first character and the length.`,
      `${SPLIT} counts without making the texts of the pages (\`summary\`). ${TWILIO} keeps an object for each character.`,
    ],
  };
}

export const pages: Section = { name: 'pages', run };
