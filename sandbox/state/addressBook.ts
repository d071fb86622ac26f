import { withPlus } from './numbers';
import type { ToAddress } from '../service/wire';

/** The people of the demo account, by name as `<Lastname> <Firstname>`. */
export const people: Record<string, string> = {
  'Muster Anna': '+41795550111',
  'Keller Bruno': '+41795550112',
  'Rossi Carla': '+41795550113',
};

/** The groups of the demo account, by name. */
export const groups: Record<string, string[]> = {
  Team: ['Muster Anna', 'Keller Bruno', 'Rossi Carla'],
  'On call': ['Keller Bruno'],
};

/** The numbers of a recipient; none if the address book does not know it. */
export function numbersOf({ type, address }: ToAddress): string[] {
  if (type === 'Number') return [withPlus(address)];
  const names = type === 'Person' ? [address] : (lookUp(groups, address) ?? []);
  return names.map((name) => lookUp(people, name)).filter((number) => number !== undefined);
}

function lookUp<Entry>(book: Record<string, Entry>, name: string): Entry | undefined {
  return Object.hasOwn(book, name) ? book[name] : undefined;
}
