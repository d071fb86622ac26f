import { isRecord } from '../../../core/reading';

/** Which question of which run an answer belongs to, in a signed URL: `item=<run>.<item>`, and `choice=<index>` for a tap. */
const ITEM = 'item';
const CHOICE = 'choice';

/** What `getSignedResumeUrl` takes for the page of a question. */
export function questionQuery(run: number, item: number): Record<string, string> {
  return { [ITEM]: `${run}.${item}` };
}

/** What `getSignedResumeUrl` takes for one choice of a question. */
export function choiceQuery(run: number, item: number, choice: number): Record<string, string> {
  return { ...questionQuery(run, item), [CHOICE]: String(choice) };
}

/** What a query names; undefined when it names no question. */
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

/** What stands after the base of a signed URL, `<execution>/<node>?item=…&choice=…&signature=…`: short enough for the id of a row. */
export function referenceOf(signedUrl: string): string {
  const { pathname, search } = new URL(signedUrl);
  return pathname.split('/').slice(-2).join('/') + search;
}

const REFERENCE =
  /^[A-Za-z0-9_-]{1,64}\/(?!\.{1,2}\?)[A-Za-z0-9_.~%-]{1,128}\?(?=[^#]*\bitem=\d+\.\d+&)[A-Za-z0-9=&._%-]*&signature=[0-9a-f]{64}$/;

/** Whether the id of a button or row was made by `referenceOf`, of whichever n8n. */
export function isReference(id: string): boolean {
  return REFERENCE.test(id);
}

/**
 * The address that a reference stands for, below the waiting URL of this n8n.
 * @returns undefined for whatever would lead anywhere else
 */
export function addressOf(reference: string, waitingBase: string): URL | undefined {
  if (!isReference(reference)) return undefined;
  const base = new URL(waitingBase);
  const url = new URL(`${waitingBase}/${reference}`);
  const below = url.pathname.slice(base.pathname.length);
  const staysBelow = url.origin === base.origin && url.pathname.startsWith(`${base.pathname}/`);
  return staysBelow && below.split('/').length === 3 ? url : undefined;
}
