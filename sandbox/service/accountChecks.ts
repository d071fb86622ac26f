import type { ServiceAccount } from '../state/account';
import { sameNumber } from '../state/numbers';
import { findRefusal } from '../state/outcomes';
import { faultOfRecipient } from './faults';
import type { RequestProblem } from './problems';
import type { Message } from './wire';

/** Checks that the description cannot make: whether senders, templates, media and people exist. */
export function problemsWithAccount(account: ServiceAccount, message: Message): RequestProblem[] {
  return [
    ...(account.settings.acceptUnknown
      ? []
      : [...unknownSender(account, message), ...unknownTemplate(account, message)]),
    ...unknownMedia(account, message.content, ['content']),
    ...unknownPeople(account, message),
    ...blocked(account, message),
  ];
}

/** Senders of WhatsApp and RCS are set up for the account; an SMS may have any (chapter 2.1). */
function unknownSender({ settings }: ServiceAccount, { channel, from }: Message): RequestProblem[] {
  const own = settings.numbers.filter((each) => each.channel === channel).map(({ number }) => number);
  if (channel === 'Sms' || own.some((number) => sameNumber(number, from))) return [];
  const known = own.length === 0 ? 'It has none' : `It has ${own.join(', ')}`;
  const message = `'${from}' is not a sender of the account for ${channel}. ${known}. (${HOW_TO_ACCEPT})`;
  return [{ path: ['from'], message }];
}

function unknownTemplate({ templates }: ServiceAccount, { content }: Message): RequestProblem[] {
  if (content.type !== 'Template' || !('name' in content)) return [];
  if (templates.some(({ name }) => name === content.name)) return [];
  const known = templates.map(({ name }) => name).join(', ');
  const message = `The account has no template '${String(content.name)}'. It has ${known || 'none'}. (${HOW_TO_ACCEPT})`;
  return [{ path: ['content', 'name'], message }];
}

const HOW_TO_ACCEPT =
  'Sandbox: add it to a seed, or turn on "Accept unknown templates and senders" in Settings';

function unknownMedia(account: ServiceAccount, value: unknown, path: string[]): RequestProblem[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, field]: [string, unknown]) => {
    const at = [...path, name];
    if (name !== 'mediaId' || typeof field !== 'string' || field === '')
      return unknownMedia(account, field, at);
    return account.media.get(field)
      ? []
      : [{ path: at, message: `'${field}' is not the id of an uploaded media file.` }];
  });
}

function unknownPeople({ addressBook }: ServiceAccount, { toList }: Message): RequestProblem[] {
  return (toList ?? []).flatMap((recipient, index) =>
    addressBook.resolveNumbers(recipient).length > 0
      ? []
      : [
          {
            path: ['toList', String(index), 'address'],
            message: `'${recipient.address}' is not in the address book.`,
          },
        ],
  );
}

/** Recipients that are always refused. */
function blocked({ addressBook }: ServiceAccount, message: Message): RequestProblem[] {
  return addressBook.resolveRecipients(message).flatMap(({ recipient, to }, index) => {
    const path = typeof message.to === 'string' ? ['to'] : ['toList', String(index), 'address'];
    const refusal = findRefusal(to, message, addressBook.personAt(to));
    if (refusal !== undefined) return [{ path, message: `'${recipient.address}' ${refusal}` }];
    return faultOfRecipient(to) === 'invalid'
      ? [{ path, message: `'${recipient.address}' is an invalid receiver.` }]
      : [];
  });
}
