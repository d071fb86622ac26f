import { readFileSync } from 'node:fs';

/** A body in a recording: JSON, other text, or only the size of a file. */
export type RecordedBody = { json: unknown } | { text: string } | { bytes: number } | null;

/** One request and its answer, without anything personal: a line of the file. */
export interface Exchange {
  method: string;
  path: string;
  query: string;
  requestHeaders: Record<string, string>;
  request: RecordedBody;
  /** 0 if there was no answer. */
  status: number;
  headers: Record<string, string>;
  answer: RecordedBody;
}

/** Reads a recording; a damaged line is an error that says which. */
export function readExchanges(file: string): Exchange[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  const exchanges = lines.flatMap((line, index) => {
    if (line.trim() === '') return [];
    const exchange = parsed(line);
    if (!isExchange(exchange)) throw new Error(`Line ${index + 1} of ${file} is damaged.`);
    return [exchange];
  });
  if (exchanges.length === 0) throw new Error(`There is nothing recorded in ${file}.`);
  return exchanges;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function isExchange(value: unknown): value is Exchange {
  if (!isObject(value)) return false;
  const texts = [value.method, value.path, value.query];
  return (
    texts.every((text) => typeof text === 'string') &&
    typeof value.status === 'number' &&
    isObject(value.headers) &&
    isObject(value.requestHeaders) &&
    [value.request, value.answer].every((body) => body === null || isObject(body))
  );
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
