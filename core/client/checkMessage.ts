import type { AccountRules, LabelOf, MessageRequest } from '../contract';
import { problemOf, problemText } from '../contract/problem';
import type { Placed } from '../contract/sentences';
import type { Said } from '../errors/sentence';
import { fault } from '../errors/texts';
import { invalidRequest, MessagingError } from './outcome/errors';
import { messageIn } from '../reading';

type Contract = typeof import('../contract');

let contract: Contract | undefined;

/**
 * Loads the schemas of the contract. They take longer to load than the rest of the package, and a flow that only receives needs none, so
 * they are loaded with the first message, or ahead of it by this call.
 * @throws MessagingError `not_installed` without zod
 */
export async function loadContract(): Promise<Contract> {
  contract ??= await installed('zod', import('../contract/index.js'));
  return contract;
}

interface CheckOptions {
  /** Gives the labels of fields, if the message was entered in a form. */
  labelOf?: LabelOf | undefined;
  /** What the account changes about the rules. */
  rules?: AccountRules | undefined;
}

/**
 * Checks a message against the contract and returns it as it will go to the service.
 *
 * @throws MessagingError `invalid_request` with every field that breaks the contract (specification 2, 8)
 * @example
 * const content = { type: 'Text', text: 'Your parcel arrives today.' };
 * const message = await checkMessage({ channel: 'Sms', from: 'MyCompany', to: '+41791234567', content });
 */
export async function checkMessage(request: unknown, options?: CheckOptions): Promise<MessageRequest> {
  return (await checkWithNotes(request, options)).request;
}

/** As `checkMessage`, with what was changed in its texts and what in them is probably a mistake. */
export async function checkWithNotes(
  request: unknown,
  { labelOf, rules }: CheckOptions = {},
): Promise<{ request: MessageRequest; notes: Said[] }> {
  const { judgeMessage } = contract ?? (await loadContract());
  const judged = judgeMessage(request, rules);
  const named = (finding: Placed) => problemOf(finding, request, labelOf);
  if (!judged.ok) throw invalidRequest(judged.findings.map(named));
  return { request: judged.value, notes: judged.notes.map((note) => problemText(named(note))) };
}

/** Checks once more a message that was checked and has changed only in what its account cannot forbid, such as the id of a file. */
export async function checkAgain(request: unknown, rules?: AccountRules): Promise<MessageRequest> {
  return await checkMessage(request, { rules: { ...rules, strictLimits: false } });
}

/** A library that is loaded when first needed. @throws MessagingError `not_installed` that says what to do */
export async function installed<Library>(name: string, loading: Promise<Library>): Promise<Library> {
  return loading.catch((error: unknown) => {
    const reason = messageIn(error);
    throw new MessagingError(fault('not_installed', { name, reason }));
  });
}
