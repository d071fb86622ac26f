/** The name that somebody may have meant: the one with the fewest changed letters, at most one in three. Case does not count. */
export function nearest(names: readonly string[], written: string): string | undefined {
  const [best] = names
    .map((name) => ({ name, changes: changesBetween(name.toLowerCase(), written.toLowerCase()) }))
    .filter(({ name, changes }) => changes * 3 <= Math.max(name.length, written.length))
    .sort((one, other) => one.changes - other.changes);
  return best?.name;
}

/** How many letters must be added, removed or replaced to turn one text into the other (Levenshtein). */
function changesBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [above, letter] of [...one].entries()) {
    const next = [above + 1];
    for (let index = 0; index < other.length; index++) {
      const replaced = (row[index] ?? 0) + (letter === other[index] ? 0 : 1);
      next.push(Math.min(replaced, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
