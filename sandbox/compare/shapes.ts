/** Says that something differs, such as `only the service has the field results[] (list)`. */
export type Say = (what: string) => void;

/** A body that is not JSON. */
export const NOT_JSON = Symbol('not JSON');

/**
 * Says where the fields of two answers differ in name or type. Where both have an ID, remembers which one of the sandbox stands for which one
 * of the service.
 */
export function compareShapes(theirs: unknown, own: unknown, ids: Map<string, string>, say: Say, place = '') {
  const [theirType, ownType] = [typeName(theirs), typeName(own)];
  const what = place === '' ? 'the body' : `the field ${place}`;
  if (theirType !== ownType) {
    if (own === undefined) say(`only the service has ${what} (${theirType}).`);
    else if (theirs === undefined) say(`only the sandbox has ${what} (${ownType}).`);
    else say(`${what} is ${theirType} from the service, ${ownType} from the sandbox.`);
  } else if (typeof theirs === 'string' && typeof own === 'string') {
    if (place.toLowerCase().endsWith('id')) ids.set(theirs, own);
  } else if (Array.isArray(theirs) && Array.isArray(own)) {
    const count = Math.max(1, Math.min(theirs.length, own.length));
    for (let index = 0; index < count; index += 1)
      compareShapes(theirs[index], own[index], ids, say, `${place}[]`);
  } else if (isObject(theirs) && isObject(own)) {
    for (const name of new Set([...Object.keys(theirs), ...Object.keys(own)]))
      compareShapes(theirs[name], own[name], ids, say, place === '' ? name : `${place}.${name}`);
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function typeName(value: unknown): string {
  if (value === NOT_JSON) return 'not JSON';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
}
