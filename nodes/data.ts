import { jsonParse, type IDataObject } from 'n8n-workflow';

/** A result as n8n stores it: plain JSON, without undefined fields. */
export function asData(value: object): IDataObject {
  return jsonParse<IDataObject>(JSON.stringify(value));
}

/** The values of each name, in the order in which they come. */
export function grouped<T>(named: ReadonlyArray<readonly [name: string, value: T]>): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const [name, value] of named) {
    const values = groups.get(name) ?? [];
    values.push(value);
    groups.set(name, values);
  }
  return groups;
}
