import { withPlus } from './numbers';
import type { Person } from '../seed/seed';
import type { Message, ToAddress } from '../service/wire';

/** The people of the demo account. */
export const demoPeople: Person[] = [
  { name: 'Muster Anna', number: '+41795550111' },
  { name: 'Keller Bruno', number: '+41795550112' },
  { name: 'Rossi Carla', number: '+41795550113' },
];

/** The groups of the demo account, by name. */
export const demoGroups: Record<string, string[]> = {
  Team: ['Muster Anna', 'Keller Bruno', 'Rossi Carla'],
  'On call': ['Keller Bruno'],
};

/** The people and groups of the account. */
export class AddressBook {
  private readonly byName: Map<string, Person>;
  private readonly byNumber: Map<string, Person>;
  private readonly members: Map<string, string[]>;

  constructor(
    readonly people: Person[],
    readonly groups: Record<string, string[]>,
  ) {
    this.byName = new Map(people.map((person) => [person.name, person]));
    this.byNumber = new Map(people.map((person) => [withPlus(person.number), person]));
    this.members = new Map(Object.entries(groups));
  }

  /** The person with this number. */
  personAt(number: string): Person | undefined {
    return this.byNumber.get(withPlus(number));
  }

  /** The number of a person. */
  findNumber(name: string): string | undefined {
    const person = this.byName.get(name);
    return person && withPlus(person.number);
  }

  /** The numbers of a recipient; none if the address book does not know it. */
  resolveNumbers({ type, address }: ToAddress): string[] {
    if (type === 'Number') return [withPlus(address)];
    const names = type === 'Person' ? [address] : (this.members.get(address) ?? []);
    return names.map((name) => this.findNumber(name)).filter((number) => number !== undefined);
  }

  /** The recipients of a message, each with its number. */
  resolveRecipients(message: Message): { recipient: ToAddress; to: string }[] {
    if (typeof message.to === 'string')
      return [{ recipient: { type: 'Number', address: message.to }, to: withPlus(message.to) }];
    return (message.toList ?? []).flatMap((recipient) =>
      this.resolveNumbers(recipient).map((to) => ({ recipient, to })),
    );
  }
}
