import type { AccountRules, LabelOf, MessageRequest, Validation } from '../contract';
import { problemText } from '../contract/problem';
import type { Said } from '../errors/sentence';
import { fault } from '../errors/texts';
import type { SourceOf } from './expressions';
import { invalidRequest, MessagingError } from './outcome/errors';

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

/**
 * Checks a message against the contract and returns it as it will go to the service.
 *
 * @param labelOf gives the labels of fields, if the message was entered in a form
 * @param rules what the account changes about the rules
 * @throws MessagingError `invalid_request` with every field that breaks the contract (specification 2, 8)
 * @example
 * const content = { type: 'Text', text: 'Your parcel arrives today.' };
 * const message = await checkMessage({ channel: 'Sms', from: 'MyCompany', to: '+41791234567', content });
 */
export async function checkMessage(
  request: unknown,
  labelOf?: LabelOf,
  rules?: AccountRules,
): Promise<MessageRequest> {
  return (await checkWithNotes(request, labelOf, rules)).request;
}

/** A message as it will go out, and what a person should know about its texts. */
export interface NotedRequest {
  request: MessageRequest;
  notes: Said[];
}

/**
 * As `checkMessage`, with what was changed in its texts and what in them is probably a mistake.
 * @param sourceOf names the expressions of a form, if it has any
 */
export async function checkWithNotes(
  request: unknown,
  labelOf: LabelOf = () => undefined,
  rules?: AccountRules,
  sourceOf: SourceOf = () => undefined,
): Promise<NotedRequest> {
  const { judgeMessage, named, problemsOf, withSource } = contract ?? (await loadContract());
  const judged = judgeMessage(request, rules);
  const found = judged.ok ? judged.notes.map((note) => withSource(note, request, sourceOf)) : [];
  const notes = problemsOf(found, request, labelOf);
  return { request: accepted(named(judged, request, labelOf)), notes: notes.map(problemText) };
}

/** Checks once more a message that was checked and has changed only in what its account cannot forbid, such as the id of a file. */
export async function checkAgain(request: unknown): Promise<MessageRequest> {
  return await checkMessage(request, undefined, { strictLimits: false });
}

function accepted<T>(verdict: Validation<T>): T {
  if (verdict.ok) return verdict.value;
  throw invalidRequest(verdict.problems);
}

/**
 * Waits for a library that is loaded when first needed, not together with the file that needs it.
 * @throws MessagingError `not_installed` that says what to do
 */
export async function installed<Library>(name: string, loading: Promise<Library>): Promise<Library> {
  return loading.catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new MessagingError(fault('not_installed', { name, reason }));
  });
}
