/** In a signed URL, names the question and run of an answer: `item=<run>.<item>`, and `choice=<index>` for a tap. */
const ITEM = 'item';
const CHOICE = 'choice';

/** The query of the URL that stands for a question, or for one choice of it. */
export function questionQuery(run: number, item: number, choice?: number): Record<string, string> {
  return { [ITEM]: `${run}.${item}`, ...(choice === undefined ? {} : { [CHOICE]: String(choice) }) };
}

/** The question that a query names; undefined if it names none. */
export function readQuery(query: object): { run: number; item: number; choice?: number } | undefined {
  const { [ITEM]: item, [CHOICE]: choice }: Record<string, unknown> = { ...query };
  const [, run, index] = /^(\d{1,6})\.(\d{1,6})$/.exec(typeof item === 'string' ? item : '') ?? [];
  if (run === undefined || index === undefined) return undefined;
  const found = { run: Number(run), item: Number(index) };
  return typeof choice === 'string' && /^\d{1,2}$/.test(choice)
    ? { ...found, choice: Number(choice) }
    : found;
}

/** The part of a signed URL after its base, `<execution>/<node>?item=…&choice=…&signature=…`: short enough for the id of a row. */
export function referenceOf(signedUrl: string): string {
  const { pathname, search } = new URL(signedUrl);
  return pathname.split('/').slice(-2).join('/') + search;
}

/** What a reference names, as long as nobody has checked its signature. */
export interface Reference {
  execution: string;
  node: string;
  /** With the signature. */
  query: Record<string, string>;
}

const REFERENCE =
  /^([A-Za-z0-9_-]{1,64})\/((?!\.{1,2}\?)[A-Za-z0-9_.~%-]{1,128})\?(?=[^#]*\bitem=\d+\.\d+&)([A-Za-z0-9=&._%-]*&signature=[0-9a-f]{64})$/;

/** Reads the id of a button or row; undefined if `referenceOf` has not made it, on whichever n8n. */
export function readReference(id: string): Reference | undefined {
  const [, execution, node, query] = REFERENCE.exec(id) ?? [];
  if (execution === undefined || node === undefined) return undefined;
  try {
    return {
      execution,
      node: decodeURIComponent(node),
      query: Object.fromEntries(new URLSearchParams(query)),
    };
  } catch {
    return undefined; // The name of the node is not encoded as n8n does it.
  }
}
