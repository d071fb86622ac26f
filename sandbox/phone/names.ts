import { computed } from '@preact/signals';
import { book } from './state';

const names = computed(() => {
  const { people, outcomes, faults } = book.value;
  return new Map<string | undefined, string>([
    ...faults.map(({ recipient, name }) => [recipient, `Test: ${name}`] as const),
    ...outcomes.map(({ recipient, does }) => [recipient, `Test: ${does}`] as const),
    ...Object.entries(people).map(([name, number]) => [number, name] as const),
  ]);
});

/** Whose number it is: a name of the address book, the outcome of a recipient with a fixed one, or undefined. */
export function findName(number: string): string | undefined {
  return names.value.get(number);
}
