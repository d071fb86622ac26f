import type { IDataObject, IExecuteFunctions, INodeExecutionData, NodeExecutionHint } from 'n8n-workflow';

import {
  skippedOutput,
  type Accepted,
  type Outcome,
  type Result,
  type StatusResult,
  type Tried,
} from '../../../../core/client';
import { skipReasons } from '../../../../core/errors/texts';
import { statusOfWord } from '../../../../core/receive';
import { nameOfCharacter, type PageCount } from '../../../../core/sms';
import type { WouldGoOut } from '../../../../core/steps';
import { asData } from '../../../data';
import { KEYS_KEPT } from '../../../processedKeys';
import { stopAtFailure, toItems, type Entry } from '../../outcomes';
import { NOT_BEGUN, type NodeRun } from '../run';
import { madeOf, type Draft, type Drafted } from './drafts';

/**
 * The output of a node that sends, with its hints.
 * @param goesOn whether a failure does not end the node (*Send and Wait*: answers to the other messages must count)
 */
export function deliver(
  { context, signal }: NodeRun,
  drafts: readonly Drafted[],
  goesOn = false,
): INodeExecutionData[] {
  const messages = madeOf(drafts);
  const isStopped = signal?.aborted === true;
  const others = whatElseHappened(drafts);
  if (isStopped) for (const draft of messages) draft.result ??= NOT_BEGUN;
  const entries = outputsOf(drafts);
  if (isStopped || !goesOn) stopAtFailure(context, entries, others);
  addHints(context, [tallyOf(drafts), ...hintsOf(messages)]);
  return toItems(context, entries);
}

/** What comes out for each message: those that could not be made have failed. */
export function outputsOf(drafts: readonly Drafted[]): Array<Entry<IDataObject>> {
  return drafts.map((entry) => ({
    ...entry,
    outcome: entry.outcome.ok ? outputOf(entry.outcome.value) : entry.outcome,
  }));
}

/** What comes out for a message: what became of it; undefined if it was not begun. */
export function outputOf({ result }: Draft): Tried<IDataObject> | undefined {
  if (result === undefined) return undefined;
  if (result.outcome === 'failed') return { ok: false, error: result.error };
  if (result.outcome === 'accepted') return { ok: true, value: acceptedOutput(result) };
  return { ok: true, value: asData(skippedOutput(result)) };
}

/** The output of a message that was accepted. */
export function acceptedOutput(result: Accepted): IDataObject {
  const { messageId, messageIds, recipients, batchId, mediaIds = [], sendDate, pages } = result;
  const { notes, statusText, requestId, raw, channel, attempts } = result;
  const [mediaId, ...more] = mediaIds;
  // One message to one recipient has one ID.
  const several = recipients.length === 1 && messageIds.length === 1 ? {} : { messageIds, recipients };
  const media = more.length === 0 ? { mediaId } : { mediaIds };
  const sms = smsOutput(pages);
  const answer = { sendDate, sms, notes, statusText, requestId, raw };
  return asData({ messageId, ...several, batchId, ...media, ...answer, channel, attempts });
}

/** The output for the status of a message. n8n asks for at most ten fields, so channel and customer id are only in `raw`. */
export function statusOutput(result: StatusResult): IDataObject {
  const { messageId, status, statusText, final, recipient, errorCode, errorText } = result;
  const { timestamp, requestId, raw } = result;
  const outcome = { status, statusText, final, errorCode, errorText };
  return asData({ messageId, recipient, ...outcome, timestamp, requestId, raw });
}

/** The output of *Check* for a message that would go out. */
export function checkedOutput({ request, pages, skipped }: WouldGoOut, notes: string[]): IDataObject {
  const said = notes.length === 0 ? undefined : notes;
  return asData({ goesOut: true, skipped, request, sms: smsOutput(pages), notes: said });
}

function smsOutput(pages: PageCount | undefined) {
  if (pages === undefined) return undefined;
  const { encoding, characters, truncated, sentText, cutText, outsideGsm } = pages;
  return {
    encoding,
    pages: pages.pages,
    characters,
    truncated,
    ...(outsideGsm.length > 0 ? { outsideGsm } : {}),
    ...(truncated ? { charactersSent: [...sentText].length, cutText } : {}),
  };
}

/** What a person should know about messages that were sent or checked, such as texts that take several pages or will be cut. */
export function hintsOf(messages: readonly Draft[]): string[] {
  const going = messages.flatMap(goingOut);
  return [
    ...aboutWindow(messages),
    ...aboutRecipients(going),
    ...aboutStates(going),
    ...aboutTexts(
      going.flatMap(({ pages }) => pages ?? []),
      going.length,
    ),
    ...aboutNotes(going),
    ...aboutDates(messages),
    ...aboutKeys(messages),
  ];
}

type Going = Partial<Pick<Accepted, 'notes' | 'pages' | 'recipients' | 'statusText'>>;

/** What went out of a message, or would. */
function goingOut({ result, checked, notes }: Draft): Going[] {
  if (checked !== undefined) return [{ pages: checked.pages, notes }];
  return result?.outcome === 'accepted' ? [result] : [];
}

/** Shows hints above the output. */
export function addHints(context: IExecuteFunctions, messages: ReadonlyArray<string | undefined>): void {
  const hints = messages.flatMap((message): NodeExecutionHint[] =>
    message === undefined ? [] : [{ message, type: 'warning', location: 'outputPane' }],
  );
  if (hints.length > 0) context.addExecutionHints(...hints);
}

/** What becomes of a message that was begun or not, in the words of a tally. */
const BECAME: Readonly<Record<string, string>> = {
  accepted: 'sent',
  ...Object.fromEntries(skipReasons.map((reason) => [reason, `skipped (${reason.replace('_', ' ')})`])),
  ...({
    unknown: 'possibly sent',
    rejected: 'refused',
    not_sent: 'not sent',
  } satisfies Record<Outcome, string>),
  not_started: 'not started',
};

/** How many messages ended how, such as `Of 3 items: 2 sent, 1 refused.`; undefined if all were sent. */
function tallyOf(drafts: readonly Drafted[]): string | undefined {
  const ends = drafts.map(({ outcome }) =>
    outcome.ok ? endOf(outcome.value.result) : outcome.error.outcome,
  );
  if (ends.every((end) => end === 'accepted')) return undefined;
  const counts = Object.entries(BECAME).flatMap(([end, words]) => {
    const count = ends.filter((each) => each === end).length;
    return count === 0 ? [] : [`${count} ${words}`];
  });
  return `Of ${ends.length} ${ends.length === 1 ? 'item' : 'items'}: ${counts.join(', ')}.`;
}

function endOf(result: Result | undefined): string {
  if (result === undefined) return 'not_started';
  return result.outcome === 'failed' ? result.error.outcome : result.outcome;
}

const MOST_IDS_NAMED = 50;

/** What a person must know about the other items if the node stops at one. */
function whatElseHappened(drafts: readonly Drafted[]): string | undefined {
  if (drafts.length < 2) return undefined;
  const messages = madeOf(drafts);
  const sent = messages.flatMap(({ result }) => (result?.outcome === 'accepted' ? [result] : []));
  const areKeyed = messages.every(({ key }) => key !== undefined);
  const ids = [...new Set(sent.flatMap(({ batchId, messageId }) => batchId ?? messageId ?? []))];
  const named = ids.slice(0, MOST_IDS_NAMED).join(', ');
  return [
    tallyOf(drafts),
    ids.length > 0 && `IDs of the sent messages: ${named}${ids.length > MOST_IDS_NAMED ? ' …' : ''}`,
    sent.length > 0 &&
      `'Retry On Fail' sends only what was refused, not sent or not started.${areKeyed ? '' : ' Running the workflow again sends all items again.'}`,
  ]
    .filter(Boolean)
    .join('\n');
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
function* aboutRecipients(going: readonly Going[]): Generator<string> {
  const all = going.flatMap(({ recipients = [] }) => recipients);
  const without = all.filter(({ accepted }) => !accepted);
  const reasons = [...new Set(without.map(({ error }) => error?.message ?? 'refused'))];
  if (reasons.length > 0)
    yield `${without.length} of ${all.length} recipients got nothing: ${reasons.slice(0, MOST_NAMED).join('; ')}`;
}

function* aboutStates(going: readonly Going[]): Generator<string> {
  const states = going.flatMap(({ statusText }) => statusText ?? []);
  const unknown = states.filter((state) => statusOfWord(state) === undefined);
  const which = going.length === 1 ? 'The answer' : `${unknown.length} of ${going.length} answers`;
  if (unknown.length > 0)
    yield `${which} came with a status that this node does not know (${unknown[0]}). With an ID, the message counts as accepted; look it up in the portal if you are not sure.`;
}

function* aboutTexts(texts: readonly PageCount[], all: number): Generator<string> {
  const long = texts.filter(({ pages }) => pages > 1);
  const most = Math.max(...long.map(({ pages }) => pages));
  const culprits = [...new Set(long.flatMap(({ outsideGsm }) => outsideGsm))].slice(0, MOST_NAMED);
  const names = culprits.map(nameOfCharacter).join(' ');
  const why = names === '' ? '' : `. A page holds 70 characters instead of 160 because of ${names}`;
  if (long.length > 0)
    yield all === 1
      ? `The text needs ${most} pages${why}`
      : `${long.length} of ${all} texts ${long.length === 1 ? 'needs' : 'need'} more than one page, the longest ${most} pages${why}`;
  const cut = texts.filter(({ truncated }) => truncated);
  const characters = `${[...(cut[0]?.sentText ?? '')].length} characters`;
  if (cut.length > 0)
    yield all === 1
      ? `The text will be cut at ${characters}`
      : `${cut.length} of ${all} texts will be cut, the first at ${characters}`;
}

const MOST_NAMED = 20;

/** What is to be known of texts and files; the same of many items once. */
function* aboutNotes(going: readonly Going[]): Generator<string> {
  const times = new Map<string, number>();
  for (const note of going.flatMap(({ notes = [] }) => notes)) times.set(note, (times.get(note) ?? 0) + 1);
  for (const [note, count] of [...times].slice(0, MOST_NAMED))
    yield going.length === 1 ? note : `${note} (${count} of ${going.length} items)`;
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
