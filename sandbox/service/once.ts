/** Makes a value at its first use and keeps it, so that slow preparations do not delay the start of the sandbox. */
export function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
