/** A name with the fields or entries it leads to, such as `a[b][0]`. One with more of them stays as it is written. */
const NESTED = /^([^[\]]+)\[([^[\]]*(?:\]\[[^[\]]*){0,7})\]$/;

/**
 * The fields of a form, as Express reads them: `a[b]=1` is a field of an object, `a[0]=1` and `a[]=1` are entries of a list, and so are the values of
 * a name that comes again.
 */
export function formIn(text: string): Record<string, unknown> {
  const form = new Field();
  for (const [name, value] of new URLSearchParams(text)) {
    const [, first = name, inner] = NESTED.exec(name) ?? [];
    form.put([first, ...(inner?.split('][') ?? [])], value);
  }
  return form.object;
}

class Field {
  private readonly values: string[] = [];
  private readonly fields = new Map<string, Field>();

  put([name, ...inner]: readonly string[], value: string): void {
    if (name === undefined) {
      this.values.push(value);
      return;
    }
    const key = name === '' ? String(this.fields.size) : name;
    const field = this.fields.get(key) ?? new Field();
    this.fields.set(key, field);
    field.put(inner, value);
  }

  get object(): Record<string, unknown> {
    return Object.fromEntries([...this.fields].map(([name, field]) => [name, field.value]));
  }

  private get value(): unknown {
    const { values, object } = this;
    const isList = [...this.fields.keys()].every((name) => /^\d+$/.test(name));
    if (!isList) return { ...values, ...object };
    return this.fields.size === 0 && values.length === 1 ? values[0] : [...values, ...Object.values(object)];
  }
}
