import { textOf } from '../../../core/errors/sentence';
import { readAllowList, type AllowList } from '../../../core/receive';

/** The allow-list with these entries. @throws Error that says what is wrong with them */
export function listOf(entries: string | readonly string[]): AllowList {
  const read = readAllowList(entries);
  if (read.ok) return read.list;
  throw new Error(textOf(read.problem));
}
