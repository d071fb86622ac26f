import { readFileSync } from 'node:fs';
import { z } from 'zod/v4';
import { jsonIn } from '../http';

const headers = z.record(z.string(), z.string());
/** A body in a recording: JSON, or only the size of anything else. */
const recordedBody = z.union([z.null(), z.object({ bytes: z.number() }), z.object({ json: z.unknown() })]);
/** One request and its answer, without anything personal: a line of the file. */
const exchange = z.object({
  method: z.string(),
  path: z.string(),
  query: z.string(),
  requestHeaders: headers,
  request: recordedBody,
  /** 0 if there was no answer. */
  status: z.number(),
  headers,
  answer: recordedBody,
});

export type RecordedBody = z.infer<typeof recordedBody>;
export type RecordedExchange = z.infer<typeof exchange>;

/** Reads a recording; a damaged line is an error that says which. */
export function readRecording(file: string): RecordedExchange[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  const exchanges = lines.flatMap((line, index) => {
    if (line.trim() === '') return [];
    const { data } = exchange.safeParse(jsonIn(line));
    if (data === undefined) throw new Error(`Line ${index + 1} of ${file} is damaged.`);
    return [data];
  });
  if (exchanges.length === 0) throw new Error(`There is nothing recorded in ${file}.`);
  return exchanges;
}

/** A field whose text is an ID: `messageId`, `messageIdList`, `customerid`. */
export function isIdField(name: string): boolean {
  return /id(s|list)?$/i.test(name);
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
