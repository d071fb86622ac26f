import Ajv2020 from 'ajv/dist/2020';
import type { ValidateFunction } from 'ajv';
import { once } from '../service/once';
import { toProblems, type RequestProblem } from '../service/problems';
import { defaultSettings } from '../options';
import { demoPeople } from '../state/addressBook';
import { senderNumbers } from './optionsFromSeed';
import schema from './seed.schema.json';
import type { Seed } from './seed';

const validator = once((): ValidateFunction<Seed> => {
  const ajv = new Ajv2020({ allErrors: true, verbose: true, allowUnionTypes: true });
  ajv.addKeyword('x-message');
  return ajv.compile<Seed>(schema);
});

/** Checks a seed by its schema, and then whether the people and senders it names are there. An empty file is an empty seed. */
export function checkSeed(
  entered: unknown,
): { ok: true; value: Seed } | { ok: false; problems: RequestProblem[] } {
  const value = entered ?? {};
  const validate = validator();
  if (!validate(value)) return { ok: false, problems: toProblems(validate.errors ?? []) };
  const problems = [...doubles(value), ...unknownMembers(value), ...unknownInConversations(value)];
  return problems.length === 0 ? { ok: true, value } : { ok: false, problems };
}

const problem = (message: string, ...path: (string | number)[]): RequestProblem => ({
  path: path.map(String),
  message,
});

function doubles({ people = [], templates = [] }: Seed): RequestProblem[] {
  return [
    ...repeated('people', 'name', people),
    ...repeated('people', 'number', people),
    ...repeated('templates', 'name', templates),
  ];
}

function repeated<Name extends string>(list: string, name: Name, entries: Record<Name, string>[]) {
  const values = entries.map((entry) => entry[name]);
  return values.flatMap((value, index) =>
    values.indexOf(value) === index ? [] : [problem(`'${value}' is there twice.`, list, index, name)],
  );
}

function unknownMembers({ people = demoPeople, groups = {} }: Seed): RequestProblem[] {
  return Object.entries(groups).flatMap(([group, members]) =>
    members.flatMap((member, index) =>
      people.some(({ name }) => name === member)
        ? []
        : [problem(`'${member}' is none of the people.`, 'groups', group, index)],
    ),
  );
}

function unknownInConversations({
  senders,
  people = demoPeople,
  conversations = [],
}: Seed): RequestProblem[] {
  const numbers = senderNumbers(senders) ?? defaultSettings.numbers;
  return conversations.flatMap(({ with: person, channel = 'Sms', sender }, index) => {
    const place = ['conversations', index] as const;
    const isKnown = /^(\+|00)[1-9]\d{4,14}$/.test(person) || people.some(({ name }) => name === person);
    const hasSender = numbers.some(
      (own) => own.channel === channel && (sender === undefined || own.number === sender),
    );
    const whose = sender === undefined ? 'No sender' : `'${sender}' is no sender that`;
    const field = sender === undefined ? 'channel' : 'sender';
    return [
      ...(isKnown ? [] : [problem(`'${person}' is none of the people, and no number.`, ...place, 'with')]),
      ...(hasSender ? [] : [problem(`${whose} has the channel ${channel}.`, ...place, field)]),
    ];
  });
}
