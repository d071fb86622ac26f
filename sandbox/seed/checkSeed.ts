import Ajv2020 from 'ajv/dist/2020';
import type { ValidateFunction } from 'ajv';
import { once } from '../service/once';
import { problemsOf, type RequestProblem } from '../service/problems';
import { defaultSettings } from '../options';
import { demoPeople } from '../state/addressBook';
import schema from './seed.schema.json';
import type { Seed } from './seed';

const validator = once((): ValidateFunction<Seed> => {
  const ajv = new Ajv2020({ allErrors: true, verbose: true, allowUnionTypes: true });
  ajv.addKeyword('x-message');
  return ajv.compile<Seed>(schema);
});

/** A seed, or everything that is wrong with it. */
export type CheckedSeed = { ok: true; seed: Seed } | { ok: false; problems: RequestProblem[] };

/** Checks a seed by its schema, and then whether the people and senders it names are there. */
export function checkSeed(value: unknown): CheckedSeed {
  const validate = validator();
  if (!validate(value)) return { ok: false, problems: problemsOf(validate.errors ?? []) };
  const problems = [...doubles(value), ...unknownMembers(value), ...unknownInConversations(value)];
  return problems.length === 0 ? { ok: true, seed: value } : { ok: false, problems };
}

function doubles({ people = [], templates = [] }: Seed): RequestProblem[] {
  return [
    ...repeated(people, 'people', 'name'),
    ...repeated(people, 'people', 'number'),
    ...repeated(templates, 'templates', 'name'),
  ];
}

function repeated<Name extends string>(
  entries: Record<Name, string>[],
  list: string,
  name: Name,
): RequestProblem[] {
  const values = entries.map((entry) => entry[name]);
  return values.flatMap((value, index) =>
    values.indexOf(value) === index
      ? []
      : [{ path: [list, String(index), name], message: `'${value}' is there twice.` }],
  );
}

function unknownMembers({ people = demoPeople, groups = {} }: Seed): RequestProblem[] {
  const names = new Set(people.map(({ name }) => name));
  return Object.entries(groups).flatMap(([group, members]) =>
    members.flatMap((member, index) =>
      names.has(member)
        ? []
        : [{ path: ['groups', group, String(index)], message: `'${member}' is none of the people.` }],
    ),
  );
}

function unknownInConversations(seed: Seed): RequestProblem[] {
  const numbers =
    seed.senders?.flatMap(({ number, channels }) => channels.map((channel) => ({ number, channel }))) ??
    defaultSettings.numbers;
  const names = new Set((seed.people ?? demoPeople).map(({ name }) => name));
  return (seed.conversations ?? []).flatMap((conversation, index) => {
    const { with: person, channel = 'Sms', sender } = conversation;
    const place = ['conversations', String(index)];
    const known = /^(\+|00)[1-9]\d{4,14}$/.test(person) || names.has(person);
    const from = numbers.find(
      (own) => own.channel === channel && (sender === undefined || own.number === sender),
    );
    const whose = sender === undefined ? 'No sender' : `'${sender}' is no sender that`;
    return [
      ...(known
        ? []
        : [{ path: [...place, 'with'], message: `'${person}' is none of the people, and no number.` }]),
      ...(from
        ? []
        : [
            {
              path: [...place, sender === undefined ? 'channel' : 'sender'],
              message: `${whose} has the channel ${channel}.`,
            },
          ]),
    ];
  });
}
