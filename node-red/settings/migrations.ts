import { amountText } from '../../core/contract/patterns';
import { isRecord } from '../../core/reading';
import type { Migration } from './describe';

type Stored = Record<string, unknown>;

/** Amounts used to be stored times 1000, under their name on the wire. Results of expressions are still times 1000. */
export function withAmountsAsWritten(stored: Stored): Stored {
  return Object.fromEntries(Object.entries(stored).map(([name, value]) => [name, amountsAsWritten(value)]));
}

function amountsAsWritten(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(amountsAsWritten);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const decimal = name === 'amount' ? decimalIn(inner) : undefined;
      return decimal === undefined ? [name, amountsAsWritten(inner)] : ['decimalAmount', decimal];
    }),
  );
}

function decimalIn(thousandths: unknown): unknown {
  if (!isRecord(thousandths)) return undefined;
  const { t, v } = thousandths;
  const number = (t === 'num' || t === 'str') && v !== '' ? Number(v) : Number.NaN;
  return Number.isInteger(number) ? { t: 'str', v: amountText(number) } : undefined;
}

/** A further channel used to have a text and no other content. */
function withContent(channel: unknown): unknown {
  if (!isRecord(channel) || !('text' in channel)) return channel;
  const { text, ...others } = channel;
  const isEmpty = isRecord(text) && text['v'] === '';
  return { contentType: 'Text', content: isEmpty ? {} : { text }, ...others };
}

/** *If it does not get through* used to be one setting that contained others. */
export const fallbackApart: Migration = {
  drops: ['fallback'],
  migrate: ({ fallback, ...stored }) => {
    if (!isRecord(fallback)) return stored;
    const { channels, ...others } = fallback;
    const further = Array.isArray(channels) ? channels.map(withContent) : [];
    return { fallbackChannels: further, ...others, ...stored };
  },
};
