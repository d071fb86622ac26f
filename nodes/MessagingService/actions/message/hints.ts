import type { IDataObject, IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

import { isLeftOut, type Result } from '../../../../core/client';
import { isRecord, readField, readList, readText } from '../../../../core/reading';
import { inCredentialWords } from '../../credentialWords';
import type { ItemResults } from '../../items';
import type { Draft } from './draft';

/** What a person should know about a run: refusals, and texts that take several pages or will be cut. */
export function hintsOf(
  outcomes: ItemResults<IDataObject>,
  drafts: ReadonlyArray<Result<Draft>>,
): NodeExecutionHint[] {
  const outputs = outcomes.flatMap((outcome) => (outcome?.ok === true ? [outcome.value] : []));
  const messages = [
    failureHint(outcomes),
    wouldNotGoHint(outputs),
    skippedHint(outputs),
    optedOutHint(outcomes),
    outsideWindowHint(outcomes),
    plannedHint(outputs),
    heldBackHint(outcomes),
    recipientHint(outputs),
    unreadableHint(outputs),
    pagesHint(outputs),
    cutHint(outputs),
    pastHint(drafts),
    oddNumbersHint(drafts),
  ];
  return messages
    .filter((message) => message !== undefined)
    .map((message) => ({ message, type: 'warning', location: 'outputPane' }));
}

/** Shows hints above the output. */
export function addHints(context: IExecuteFunctions, hints: NodeExecutionHint[]): void {
  // Missing if an AI agent runs the node as its tool.
  if (hints.length > 0 && typeof context.addExecutionHints === 'function')
    context.addExecutionHints(...hints);
}

function failureHint(outcomes: ItemResults<IDataObject>): string | undefined {
  const errors = outcomes.flatMap((outcome) =>
    outcome?.ok === false && !isLeftOut(outcome.error.outcome) ? [outcome.error] : [],
  );
  if (errors.length === 0) return undefined;
  const unknown = errors.filter(({ outcome }) => outcome === 'unknown').length;
  const maybe = unknown === 0 ? '' : `; ${unknown} of them may have been sent`;
  return `${errors.length} of ${outcomes.length} were not accepted${maybe}. The reason of each is in its item.`;
}

function wouldNotGoHint(outputs: IDataObject[]): string | undefined {
  const count = outputs.filter(({ goesOut }) => goesOut === false).length;
  return count === 0
    ? undefined
    : `${count} of ${outputs.length} would not go out. The reason of each is in its item.`;
}

function skippedHint(outputs: IDataObject[]): string | undefined {
  const skipped = outputs.filter(({ outcome }) => outcome === 'sent_before').length;
  return skipped === 0
    ? undefined
    : `${skipped} of ${outputs.length} were skipped: a message with their key was sent before`;
}

/** Those who get nothing because of *Do Not Send To*: a wrong list would go unnoticed. */
function optedOutHint(outcomes: ItemResults<IDataObject>): string | undefined {
  const count = leftOutBy('opted_out', outcomes).length;
  if (count === 0) return undefined;
  const [who, number] = count === 1 ? ['recipient', 'number is'] : ['recipients', 'numbers are'];
  return `${count} ${who} got nothing, because the ${number} on the list of 'Do Not Send To'`;
}

function outsideWindowHint(outcomes: ItemResults<IDataObject>): string | undefined {
  const refused = outcomes.filter(
    (outcome) => (outcome?.ok === true ? outcome.value.outcome : outcome?.error.outcome) === 'outside_window',
  );
  return refused.length === 0
    ? undefined
    : `${refused.length} of ${outcomes.length} were not sent, because the 'Sending Window' is closed`;
}

function plannedHint(outputs: IDataObject[]): string | undefined {
  const dates = outputs.flatMap((output) => readText(output, 'sendDate') ?? []).sort();
  return dates.length === 0
    ? undefined
    : `${dates.length} of ${outputs.length} are planned by the 'Sending Window', the first for ${dates[0]}`;
}

/** Those who get nothing because of the loop guard, with its reason: two bots may be answering each other. */
function heldBackHint(outcomes: ItemResults<IDataObject>): string | undefined {
  const reasons = leftOutBy('held_back', outcomes);
  const [first] = reasons;
  if (first === undefined) return undefined;
  return `${reasons.length} ${reasons.length === 1 ? 'recipient' : 'recipients'} got nothing. ${inCredentialWords(first)}`;
}

/** Why each recipient that got nothing for this reason got nothing. */
function leftOutBy(code: 'opted_out' | 'held_back', outcomes: ItemResults<IDataObject>): string[] {
  return outcomes.flatMap((outcome) => {
    if (outcome?.ok === false) return outcome.error.outcome === code ? [outcome.error.fact] : [];
    const recipients = outcome === undefined ? [] : recipientsIn([outcome.value]);
    return recipients
      .map((recipient) => readField(recipient, 'error'))
      .filter((error) => readText(error, 'code') === code)
      .map((error) => readText(error, 'message') ?? '');
  });
}

function gotNothing(recipient: Record<string, unknown>): boolean {
  return isLeftOut(readText(readField(recipient, 'error'), 'code'));
}

function recipientsIn(outputs: IDataObject[]): Array<Record<string, unknown>> {
  return outputs.flatMap((output) => readList(output, 'recipients') ?? []).filter(isRecord);
}

function recipientHint(outputs: IDataObject[]): string | undefined {
  const recipients = recipientsIn(outputs).filter((recipient) => !gotNothing(recipient));
  const refused = recipients.filter(({ accepted }) => accepted === false).length;
  return refused === 0 ? undefined : `${refused} of ${recipients.length} recipients were refused`;
}

/** What the service said about messages that have an id, and nobody can read. */
function unreadableHint(outputs: IDataObject[]): string | undefined {
  const said = outputs
    .map((output) => readList(output, 'unreadable') ?? [])
    .filter(({ length }) => length > 0);
  if (said.length === 0) return undefined;
  const which = outputs.length === 1 ? 'The answer' : `${said.length} of ${outputs.length} answers`;
  return `${which} cannot be read completely (${String(said[0]?.[0])}). With an ID, the message counts as accepted; look it up in the portal if you are not sure.`;
}

function pagesHint(outputs: IDataObject[]): string | undefined {
  const pages = smsOf(outputs).map((sms) => Number(sms.pages));
  const several = pages.filter((count) => count > 1);
  if (several.length === 0) return undefined;
  if (outputs.length === 1) return `The text needs ${several[0]} pages`;
  return `${several.length} of ${outputs.length} texts need more than one page, the longest ${Math.max(...several)} pages`;
}

function cutHint(outputs: IDataObject[]): string | undefined {
  const cut = smsOf(outputs).filter(({ truncated }) => truncated === true);
  if (cut.length === 0) return undefined;
  const [first] = cut;
  if (outputs.length === 1) return `The text will be cut at ${String(first?.charactersSent)} characters`;
  return `${cut.length} of ${outputs.length} texts will be cut, the first at ${String(first?.charactersSent)} characters`;
}

function pastHint(drafts: ReadonlyArray<Result<Draft>>): string | undefined {
  const dates = drafts.flatMap((draft) => (draft.ok ? sentAsAsked(draft.value) : []));
  const past = dates.filter((date) => Date.parse(date) < Date.now());
  if (past.length === 0) return undefined;
  const which =
    drafts.length === 1
      ? `'Send At' (${past[0]}) is`
      : `'Send At' of ${past.length} of ${drafts.length} messages is`;
  return `${which} in the past: the service sends at once`;
}

/** The date of a message, unless the sending window has replaced it. */
function sentAsAsked({ request, sendAt, result }: Draft): string[] {
  const isReplaced =
    sendAt !== undefined || (result?.ok === true && result.value.outcome === 'outside_window');
  return isReplaced ? [] : [request.sendDate ?? ''];
}

function oddNumbersHint(drafts: ReadonlyArray<Result<Draft>>): string | undefined {
  const odd = drafts.flatMap((draft) => (draft.ok ? draft.value.oddNumbers : []));
  const [first] = odd;
  if (first === undefined) return undefined;
  const more = odd.length === 1 ? '' : ` (and ${odd.length - 1} more)`;
  return `${first}${more} does not have as many digits as numbers of the default country usually have`;
}

function smsOf(outputs: IDataObject[]): Array<Record<string, unknown>> {
  return outputs.map((output) => readField(output, 'sms')).filter(isRecord);
}
