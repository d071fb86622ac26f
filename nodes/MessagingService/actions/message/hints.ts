import type { IDataObject, IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

import type { Outcome, SkipReason } from '../../../../core/client';
import { asText, isRecord, readField, readList, readText } from '../../../../core/reading';
import { statusOfWord } from '../../../../core/receive';
import { nameOfCharacter } from '../../../../core/sms';
import type { Entry } from '../../outcomes';
import type { Draft } from './drafts';
import { KEYS_KEPT } from './sentKeys';

/** What a person should know about a run: refusals, and texts that take several pages or will be cut. */
export function hintsOf(entries: ReadonlyArray<Entry<IDataObject>>, messages: readonly Draft[]): string[] {
  const outputs = entries.flatMap(({ outcome }) => (outcome?.ok === true ? [outcome.value] : []));
  return [
    ...[tallyOf(entries)].filter((tally) => tally !== undefined),
    ...aboutChecks(outputs),
    ...aboutWindow(messages),
    ...aboutRecipients(outputs),
    ...aboutStates(outputs),
    ...aboutTexts(outputs),
    ...aboutNotes(outputs),
    ...aboutDates(messages),
    ...aboutKeys(messages),
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

/** What became of a message that was sent, or was not begun, beside the outcomes of results. */
const BECAME: Readonly<Record<string, string>> = {
  sent: 'sent',
  ...({
    sent_before: 'skipped (sent before)',
    opted_out: 'skipped (exclude list)',
    outside_window: 'skipped (outside of the sending window)',
    over_limit: 'skipped (rate limit)',
  } satisfies Record<SkipReason, string>),
  ...({
    unknown: 'possibly sent',
    rejected: 'refused',
    not_sent: 'not sent',
  } satisfies Record<Outcome, string>),
  not_started: 'not started',
};

/** How many messages ended how, such as `Of 3 items: 2 sent, 1 refused.`; undefined if all were sent. */
function tallyOf(entries: ReadonlyArray<Entry<IDataObject>>): string | undefined {
  const ends = entries.map(({ outcome }) => {
    if (outcome === undefined) return 'not_started';
    return outcome.ok ? (asText(outcome.value.outcome) ?? 'sent') : outcome.error.outcome;
  });
  if (ends.every((end) => end === 'sent')) return undefined;
  const counts = Object.entries(BECAME).flatMap(([end, words]) => {
    const count = ends.filter((each) => each === end).length;
    return count === 0 ? [] : [`${count} ${words}`];
  });
  return `Of ${ends.length} ${ends.length === 1 ? 'item' : 'items'}: ${counts.join(', ')}.`;
}

const MOST_IDS_NAMED = 50;

/** What a person must know about the other items if the node stops at one. */
export function whatElseHappened(entries: ReadonlyArray<Entry<IDataObject>>): string | undefined {
  if (entries.length < 2) return undefined;
  const done = entries.flatMap(({ outcome }) => (outcome?.ok === true ? [outcome.value] : []));
  const sent = done.filter(({ outcome }) => outcome === undefined);
  const ids = [...new Set(sent.flatMap(({ batchId, messageId }) => asText(batchId ?? messageId) ?? []))];
  const named = ids.slice(0, MOST_IDS_NAMED).join(', ');
  return [
    tallyOf(entries),
    ids.length === 0
      ? undefined
      : `IDs of the sent messages: ${named}${ids.length > MOST_IDS_NAMED ? ' …' : ''}`,
    sent.length === 0
      ? undefined
      : "'Retry On Fail' sends only what was refused, not sent or not started. Running the workflow again sends all items again.",
  ]
    .filter((line) => line !== undefined)
    .join('\n');
}

function* aboutChecks(outputs: readonly IDataObject[]): Generator<string> {
  const staying = outputs.filter(({ goesOut }) => goesOut === false).length;
  if (staying > 0) yield `${staying} of ${outputs.length} would not go out`;
}

function* aboutWindow(messages: readonly Draft[]): Generator<string> {
  const dates = messages.flatMap(plannedByWindow).sort();
  if (dates.length > 0)
    yield `${dates.length} of ${messages.length} ${dates.length === 1 ? 'is' : 'are'} scheduled by the 'Sending Window', the first for ${dates[0]}`;
}

/** The date that the sending window gave a message in place of its own. */
function plannedByWindow({ request, result }: Draft): string[] {
  const date = result?.outcome === 'accepted' ? result.sendDate : undefined;
  return date === undefined || date === request.sendDate ? [] : [date];
}

/** Who gets nothing of a message that goes to others. */
function* aboutRecipients(outputs: readonly IDataObject[]): Generator<string> {
  const sent = outputs.filter(({ outcome }) => outcome === undefined);
  const recipients = sent.flatMap((output) => readList(output, 'recipients') ?? []).filter(isRecord);
  const without = recipients.filter(({ accepted }) => accepted === false);
  const errors = without.map((recipient) => readField(recipient, 'error'));
  const reasons = [...new Set(errors.map((error) => readText(error, 'message') ?? 'refused'))];
  if (reasons.length > 0)
    yield `${without.length} of ${recipients.length} recipients got nothing: ${reasons.slice(0, MOST_NAMED).join('; ')}`;
}

function* aboutStates(outputs: readonly IDataObject[]): Generator<string> {
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

function* aboutDates(messages: readonly Draft[]): Generator<string> {
  const all = messages.length;
  const past = messages.flatMap(ownDate).filter((date) => Date.parse(date) < Date.now());
  const which = all === 1 ? `'Send At' (${past[0]}) is` : `'Send At' of ${past.length} of ${all} messages is`;
  if (past.length > 0) yield `${which} in the past: the service sends at once`;
}

/** The date of a message, unless the sending window has replaced it. */
function ownDate({ request, sendAt, result }: Draft): string[] {
  const isReplaced = sendAt !== undefined || result?.outcome === 'outside_window';
  return isReplaced ? [] : [request.sendDate ?? ''];
}

/** Why a later run may send a message a second time. */
function* aboutKeys(messages: readonly Draft[]): Generator<string> {
  const keys = new Set(messages.flatMap(({ key }) => key ?? []));
  if (keys.size > KEYS_KEPT)
    yield `This run has ${keys.size} different keys ('Deduplicate By'), and n8n keeps ${KEYS_KEPT} for a node: a later run can send the messages of the others again`;
}
