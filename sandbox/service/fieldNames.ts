import { resolve, type Schema } from './description';

/** The field names in a schema, at all levels. */
interface Names {
  /** By the name in lower case: the described name, and the names below it. */
  fields: Map<string, { name: string; below: Names }>;
  /** The names in the items of a list. */
  items?: Names;
}

/**
 * Makes the function that rewrites the field names of a request to the spelling of the description: on the wire they are case-insensitive
 * (chapter 1). An unknown name, or one that occurs twice, is left for the validator to refuse.
 */
export function fieldNameRewriter(schema: Schema): (value: unknown) => unknown {
  const names = collectNames([schema]);
  return (value) => rewritten(value, names);
}

function rewritten(value: unknown, names: Names): unknown {
  if (Array.isArray(value)) {
    const { items } = names;
    return items ? value.map((item) => rewritten(item, items)) : value;
  }
  if (typeof value !== 'object' || value === null || names.fields.size === 0) return value;
  const taken = new Set(Object.keys(value));
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => {
      const described = names.fields.get(key.toLowerCase());
      if (described === undefined) return [key, field];
      const name = key === described.name || !taken.has(described.name) ? described.name : key;
      taken.add(name);
      return [name, rewritten(field, described.below)];
    }),
  );
}

function collectNames(schemas: Schema[]): Names {
  const parts = schemas.flatMap(alternatives);
  const items = parts.flatMap((part) => (part.items ? [part.items] : []));
  const fields = new Map<string, { name: string; schemas: Schema[] }>();
  for (const part of parts) {
    for (const [name, schema] of Object.entries(part.properties ?? {})) {
      const known = fields.get(name.toLowerCase());
      if (known) known.schemas.push(schema);
      else fields.set(name.toLowerCase(), { name, schemas: [schema] });
    }
  }
  return {
    fields: new Map(
      [...fields].map(([key, field]) => [key, { name: field.name, below: collectNames(field.schemas) }]),
    ),
    items: items.length > 0 ? collectNames(items) : undefined,
  };
}

/** The schema itself and all schemas that it is composed of: a field of any of them is a field of the object. */
function alternatives(schema: Schema): Schema[] {
  const resolved = resolve(schema);
  const parts = [...(resolved.oneOf ?? []), ...(resolved.anyOf ?? []), ...(resolved.allOf ?? [])];
  return [resolved, ...parts.flatMap(alternatives)];
}
