/** Makes a value at its first use and keeps it: what takes long to prepare does not hold up the start of the sandbox. */
export function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
