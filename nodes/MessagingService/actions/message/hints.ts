import type { IDataObject, IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

import type { SkipReason } from '../../../../core/client';
import { isRecord, readField, readList, readText } from '../../../../core/reading';
import { statusOfWord } from '../../../../core/receive';
import { nameOfCharacter } from '../../../../core/sms';
import type { Entry } from '../entries';
import type { Draft } from './drafts';

/** What a person should know about a run: refusals, and texts that take several pages or will be cut. */
export function hintsOf(entries: ReadonlyArray<Entry<IDataObject>>, messages: readonly Draft[]): string[] {
  const outputs = entries.flatMap(({ outcome }) => (outcome?.ok === true ? [outcome.value] : []));
  return [
    ...aboutFailures(entries, outputs),
    ...aboutSkipped(entries.length, outputs, messages),
    ...aboutAnswers(outputs),
    ...aboutTexts(outputs),
    ...aboutNotes(outputs),
    ...aboutRequests(entries.length, messages),
  ];
}

/** Shows hints above the output. */
export function addHints(context: IExecuteFunctions, messages: string[]): void {
  const hints = messages.map((message): NodeExecutionHint => ({
    message,
    type: 'warning',
    location: 'outputPane',
  }));
  // Missing if an AI agent runs the node as its tool.
  if (hints.length > 0 && typeof context.addExecutionHints === 'function')
    context.addExecutionHints(...hints);
}

const wasOrWere = (count: number) => (count === 1 ? 'was' : 'were');
const reasonsIn = (count: number) =>
  count === 1 ? 'The reason is in its item.' : 'The reason of each is in its item.';

function* aboutFailures(
  entries: ReadonlyArray<Entry<IDataObject>>,
  outputs: readonly IDataObject[],
): Generator<string> {
  const of = `of ${entries.length}`;
  const failed = entries.flatMap(({ outcome }) => (outcome?.ok === false ? [outcome.error] : []));
  const unknown = failed.filter(({ outcome }) => outcome === 'unknown').length;
  const which = unknown === failed.length ? (unknown === 1 ? 'it' : 'they') : `${unknown} of them`;
  const maybe = unknown === 0 ? '' : `; ${which} may have been sent`;
  if (failed.length > 0)
    yield `${failed.length} ${of} ${wasOrWere(failed.length)} not accepted${maybe}. ${reasonsIn(failed.length)}`;
  const staying = outputs.filter(({ goesOut }) => goesOut === false).length;
  if (staying > 0) yield `${staying} of ${outputs.length} would not go out. ${reasonsIn(staying)}`;
  const skipped = outputs.filter(({ outcome }) => outcome === 'sent_before').length;
  if (skipped > 0)
    yield `${skipped} ${of} ${wasOrWere(skipped)} skipped: a message with the same key was sent before`;
}

/** A wrong list of *Exclude Recipients* would go unnoticed; and two bots may be answering each other. */
function* aboutSkipped(
  all: number,
  outputs: readonly IDataObject[],
  messages: readonly Draft[],
): Generator<string> {
  const optedOut = reasonsOf('opted_out', outputs).length;
  const [who, number] = optedOut === 1 ? ['recipient', 'number is'] : ['recipients', 'numbers are'];
  if (optedOut > 0)
    yield `${optedOut} ${who} got nothing, because the ${number} on the list of 'Exclude Recipients'`;
  const outside = outputs.filter(({ outcome }) => outcome === 'outside_window').length;
  if (outside > 0)
    yield `${outside} of ${all} ${wasOrWere(outside)} not sent, because the 'Sending Window' is closed`;
  const dates = messages.flatMap(plannedByWindow).sort();
  if (dates.length > 0)
    yield `${dates.length} of ${all} ${dates.length === 1 ? 'is' : 'are'} planned by the 'Sending Window', the first for ${dates[0]}`;
  const over = reasonsOf('over_limit', outputs);
  if (over[0] !== undefined)
    yield `${over.length} ${over.length === 1 ? 'recipient' : 'recipients'} got nothing. ${over[0]}`;
}

/** The date that the sending window gave a message in place of its own. */
function plannedByWindow({ request, result }: Draft): string[] {
  const date = result?.outcome === 'accepted' ? result.sendDate : undefined;
  return date === undefined || date === request.sendDate ? [] : [date];
}

function reasonsOf(code: SkipReason, outputs: readonly IDataObject[]): string[] {
  return recipientsIn(outputs)
    .map((recipient) => readField(recipient, 'error'))
    .filter((error) => readText(error, 'code') === code)
    .map((error) => readText(error, 'message') ?? '');
}

function recipientsIn(outputs: readonly IDataObject[]): Array<Record<string, unknown>> {
  return outputs.flatMap((output) => readList(output, 'recipients') ?? []).filter(isRecord);
}

const SKIPPED: readonly string[] = ['opted_out', 'over_limit'] satisfies SkipReason[];

function* aboutAnswers(outputs: readonly IDataObject[]): Generator<string> {
  const recipients = recipientsIn(outputs).filter(
    (recipient) => !SKIPPED.includes(readText(readField(recipient, 'error'), 'code') ?? ''),
  );
  const refused = recipients.filter(({ accepted }) => accepted === false).length;
  if (refused > 0) yield `${refused} of ${recipients.length} recipients ${wasOrWere(refused)} refused`;
  const states = outputs
    .map((output) => readText(output, 'statusText'))
    .filter((state) => state !== undefined)
    .filter((state) => statusOfWord(state) === undefined);
  const which = outputs.length === 1 ? 'The answer' : `${states.length} of ${outputs.length} answers`;
  if (states[0] !== undefined)
    yield `${which} came with a status that this node does not know (${states[0]}). With an ID, the message counts as accepted; look it up in the portal if you are not sure.`;
}

function* aboutTexts(outputs: readonly IDataObject[]): Generator<string> {
  const texts = outputs.map((output) => readField(output, 'sms')).filter(isRecord);
  const long = texts.filter((sms) => Number(sms.pages) > 1);
  const pages = long.map((sms) => Number(sms.pages));
  const culprits = culpritsIn(long);
  const why = culprits === '' ? '' : `. A page holds 70 characters instead of 160 because of ${culprits}`;
  if (pages.length > 0)
    yield outputs.length === 1
      ? `The text needs ${pages[0]} pages${why}`
      : `${pages.length} of ${outputs.length} texts ${pages.length === 1 ? 'needs' : 'need'} more than one page, the longest ${Math.max(...pages)} pages${why}`;
  const cut = texts.filter(({ truncated }) => truncated === true);
  const characters = `${String(cut[0]?.charactersSent)} characters`;
  if (cut.length > 0)
    yield outputs.length === 1
      ? `The text will be cut at ${characters}`
      : `${cut.length} of ${outputs.length} texts will be cut, the first at ${characters}`;
}

/** The characters outside of the GSM alphabet in these texts. */
function culpritsIn(texts: ReadonlyArray<Record<string, unknown>>): string {
  const characters = texts.flatMap((sms) => readList(sms, 'outsideGsm') ?? []).map(String);
  return [...new Set(characters)].slice(0, MOST_NAMED).map(nameOfCharacter).join(' ');
}

const MOST_NAMED = 20;

/** What is to be known of texts and files; the same of many items once. */
function* aboutNotes(outputs: readonly IDataObject[]): Generator<string> {
  const times = new Map<string, number>();
  for (const note of outputs.flatMap((output) => readList(output, 'notes') ?? []).map(String))
    times.set(note, (times.get(note) ?? 0) + 1);
  for (const [note, count] of [...times].slice(0, MOST_NAMED))
    yield outputs.length === 1 ? note : `${note} (${count} of ${outputs.length} items)`;
}

function* aboutRequests(all: number, messages: readonly Draft[]): Generator<string> {
  const past = messages.flatMap(ownDate).filter((date) => Date.parse(date) < Date.now());
  const which = all === 1 ? `'Send At' (${past[0]}) is` : `'Send At' of ${past.length} of ${all} messages is`;
  if (past.length > 0) yield `${which} in the past: the service sends at once`;
  const odd = messages.flatMap(({ oddNumbers }) => oddNumbers);
  const more = odd.length === 1 ? '' : ` (and ${odd.length - 1} more)`;
  if (odd.length > 0)
    yield `${odd[0]}${more} does not have as many digits as numbers of the default country usually have`;
}

/** The date of a message, unless the sending window has replaced it. */
function ownDate({ request, sendAt, result }: Draft): string[] {
  const isReplaced = sendAt !== undefined || result?.outcome === 'outside_window';
  return isReplaced ? [] : [request.sendDate ?? ''];
}
