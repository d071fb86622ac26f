import type { ServiceAccount } from '../state/account';
import { refusalOf } from '../state/outcomes';
import { faultOfRecipient } from './faults';
import type { RequestProblem } from './problems';
import type { Message } from './wire';

/** Checks that the description cannot make: whether media and people exist. */
export function problemsWithAccount(account: ServiceAccount, message: Message): RequestProblem[] {
  return [
    ...unknownMedia(account, message.content, ['content']),
    ...unknownPeople(account, message),
    ...blocked(account, message),
  ];
}

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
    addressBook.numbersOf(recipient).length > 0
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
  return addressBook.recipientsOf(message).flatMap(({ recipient, to }, index) => {
    const path = typeof message.to === 'string' ? ['to'] : ['toList', String(index), 'address'];
    const refusal = refusalOf(to, message, addressBook.personAt(to));
    if (refusal !== undefined) return [{ path, message: `'${recipient.address}' ${refusal}` }];
    return faultOfRecipient(to) === 'invalid'
      ? [{ path, message: `'${recipient.address}' is an invalid receiver.` }]
      : [];
  });
}
