import { isRecord } from '../../../core/reading';

/** In a signed URL, names the question and run of an answer: `item=<run>.<item>`, and `choice=<index>` for a tap. */
const ITEM = 'item';
const CHOICE = 'choice';

/** The query for `getSignedResumeUrl` that leads to the page of a question. */
export function questionQuery(run: number, item: number): Record<string, string> {
  return { [ITEM]: `${run}.${item}` };
}

/** The query for `getSignedResumeUrl` that stands for one choice of a question. */
export function choiceQuery(run: number, item: number, choice: number): Record<string, string> {
  return { ...questionQuery(run, item), [CHOICE]: String(choice) };
}

/** The question that a query names; undefined if it names none. */
export function readQuery(query: unknown): { run: number; item: number; choice?: number } | undefined {
  if (!isRecord(query)) return undefined;
  const { [ITEM]: item, [CHOICE]: choice } = query;
  const [, run, index] = /^(\d{1,6})\.(\d{1,6})$/.exec(typeof item === 'string' ? item : '') ?? [];
  if (run === undefined || index === undefined) return undefined;
  const found = { run: Number(run), item: Number(index) };
  return typeof choice === 'string' && /^\d{1,2}$/.test(choice)
    ? { ...found, choice: Number(choice) }
    : found;
}

/** What a query names, as one text: the same for the same question and choice only. */
export function nameOfQuestion(query: URLSearchParams): string {
  return JSON.stringify([query.getAll(ITEM), query.getAll(CHOICE)]);
}

/** The part of a signed URL after its base, `<execution>/<node>?item=…&choice=…&signature=…`: short enough for the id of a row. */
export function referenceOf(signedUrl: string): string {
  const { pathname, search } = new URL(signedUrl);
  return pathname.split('/').slice(-2).join('/') + search;
}

const REFERENCE =
  /^[A-Za-z0-9_-]{1,64}\/(?!\.{1,2}\?)[A-Za-z0-9_.~%-]{1,128}\?(?=[^#]*\bitem=\d+\.\d+&)[A-Za-z0-9=&._%-]*&signature=[0-9a-f]{64}$/;

/** Whether `referenceOf` made the id of a button or row, on whichever n8n. */
export function isReference(id: string): boolean {
  return REFERENCE.test(id);
}

/**
 * The address that a reference stands for, below the waiting URL of this n8n.
 * @returns undefined if the reference leads anywhere else
 */
export function addressOf(reference: string, waitingBase: string): URL | undefined {
  if (!isReference(reference)) return undefined;
  const base = new URL(waitingBase);
  const url = new URL(`${waitingBase}/${reference}`);
  const below = url.pathname.slice(base.pathname.length);
  const staysBelow = url.origin === base.origin && url.pathname.startsWith(`${base.pathname}/`);
  return staysBelow && below.split('/').length === 3 ? url : undefined;
}
