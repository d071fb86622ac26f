import type { IDataObject, IExecuteFunctions, INodeExecutionData, NodeExecutionHint } from 'n8n-workflow';

import {
  skippedOutput,
  type Accepted,
  type Outcome,
  type Skipped,
  type StatusResult,
} from '../../../../core/client';
import { skipReasons } from '../../../../core/errors/texts';
import { statusOfWord } from '../../../../core/receive';
import { nameOfCharacter, type PageCount } from '../../../../core/sms';
import type { WouldGoOut } from '../../../../core/steps';
import { asData, grouped } from '../../../data';
import { KEYS_KEPT } from '../../../processedKeys';
import {
  asHtml,
  errorData,
  failedItem,
  forErrorOutput,
  isFailedItem,
  stopAtFailure,
  type Entry,
  type Told,
} from '../../outcomes';
import { NOT_BEGUN, type NodeRun } from '../run';
import { isMade, type Draft, type Drafted } from './drafts';

/**
 * The output of a node that sends, with its hints.
 * @param goesOn whether a failure does not end the node (*Send and Wait*: answers to the other messages must count)
 */
export function deliver(run: NodeRun, drafts: readonly Drafted[], goesOn = false): INodeExecutionData[] {
  const { context, signal } = run;
  const isStopped = signal?.aborted === true;
  const others = whatElseHappened(drafts);
  if (isStopped) for (const draft of drafts) draft.result ??= NOT_BEGUN;
  if (isStopped || !goesOn) stopAtFailure(context, drafts, others);
  addHints(context, [summary(drafts), ...hintsOf(drafts.filter(isMade))]);
  return toItems(context, drafts);
}

/** The output of a node: in the order of its items, each linked to its item; one that failed gives its error. Both say whom the message was for. */
export function toItems(context: IExecuteFunctions, entries: readonly Entry[]): INodeExecutionData[] {
  return entries.flatMap(({ itemIndex, result, addressee }): INodeExecutionData[] => {
    if (result === undefined) return [];
    const { json: input, binary } = context.getInputData()[itemIndex] ?? {};
    const isFailed = result.outcome === 'failed';
    const output = isFailed ? failedItem(input, addressee, errorData(result.error)) : outputOf(result);
    const pairedItem = { item: itemIndex };
    return [output].flat().map((value) => {
      // It is the item that came in, so that an e-mail can go out with the same file.
      if (isFailedItem(value))
        return forErrorOutput(context.getNode(), { json: value, ...(binary && { binary }), pairedItem });
      return { json: { ...addressee, ...value }, pairedItem };
    });
  });
}

function outputOf(result: Accepted | Skipped | Told): IDataObject | IDataObject[] {
  if (result.outcome === 'told') return result.output;
  return result.outcome === 'accepted' ? acceptedOutput(result) : asData(skippedOutput(result));
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

/** What a person should know about messages that were sent or checked, such as texts that take several pages or will be cut; the same of many items once. */
export function hintsOf(messages: readonly Draft[]): string[] {
  const notes = messages.flatMap((draft) => notesOf(draft).map((note) => [note, draft.itemIndex] as const));
  const hints = [...grouped(notes)].slice(0, MOST_HINTS).map(([note, items]) => {
    const count = new Set(items).size;
    return messages.length === 1 ? note : `${note} (${count} of ${messages.length} items)`;
  });
  const keys = new Set(messages.flatMap(({ key }) => key ?? []));
  if (keys.size > KEYS_KEPT)
    hints.push(
      `This run has ${keys.size} different keys ('Deduplicate By'), and n8n keeps ${KEYS_KEPT} for a node: a later run can send the messages of the others again`,
    );
  return hints;
}

const MOST_HINTS = 10;

/** What is to be known of a message that went out, or would. */
function notesOf({ request, result, checked, notes: own }: Draft): string[] {
  if (checked !== undefined) return [...aboutText(checked.pages), ...own, ...aboutDate(checked.request)];
  if (result?.outcome !== 'accepted') return [];
  const { recipients, pages, sendDate, statusText, notes = [] } = result;
  const isScheduled = sendDate !== undefined && sendDate !== request.sendDate;
  const isUnknown = statusText !== undefined && statusOfWord(statusText) === undefined;
  return [
    ...(isScheduled ? [`Scheduled by the 'Sending Window' for ${sendDate}`] : []),
    ...recipients.flatMap(({ accepted, error }) =>
      accepted ? [] : [`A recipient got nothing: ${error?.message ?? 'refused'}`],
    ),
    ...(isUnknown
      ? [
          `The answer came with a status that this node does not know (${statusText}). With an ID, the message counts as accepted; look it up in the portal if you are not sure.`,
        ]
      : []),
    ...aboutText(pages),
    ...notes,
    ...aboutDate({ sendDate }),
  ];
}

function aboutText(pages: PageCount | undefined): string[] {
  if (pages === undefined) return [];
  const names = pages.outsideGsm.slice(0, MOST_NAMED).map(nameOfCharacter).join(' ');
  const why = names === '' ? '' : `. A page holds 70 characters instead of 160 because of ${names}`;
  return [
    ...(pages.pages > 1 ? [`The text needs ${pages.pages} pages${why}`] : []),
    ...(pages.truncated ? [`The text will be cut at ${[...pages.sentText].length} characters`] : []),
  ];
}

const MOST_NAMED = 20;

function aboutDate({ sendDate }: { sendDate?: string | null | undefined }): string[] {
  const isPast = Date.parse(sendDate ?? '') < Date.now();
  return isPast ? ["'Send At' is in the past: the service sends at once"] : [];
}

/** Shows hints above the output. */
export function addHints(context: IExecuteFunctions, messages: ReadonlyArray<string | undefined>): void {
  const hints = messages.flatMap((message): NodeExecutionHint[] =>
    message === undefined ? [] : [{ message: asHtml(message), type: 'warning', location: 'outputPane' }],
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
function summary(drafts: readonly Drafted[]): string | undefined {
  const ends = drafts.map(({ result }) => {
    if (result === undefined) return 'not_started';
    return result.outcome === 'failed' ? result.error.outcome : result.outcome;
  });
  if (ends.every((end) => end === 'accepted')) return undefined;
  const counts = Object.entries(BECAME).flatMap(([end, words]) => {
    const count = ends.filter((each) => each === end).length;
    return count === 0 ? [] : [`${count} ${words}`];
  });
  return `Of ${ends.length} ${ends.length === 1 ? 'item' : 'items'}: ${counts.join(', ')}.`;
}

const MOST_IDS_NAMED = 50;

/** What a person must know about the other items if the node stops at one. */
function whatElseHappened(drafts: readonly Drafted[]): string[] {
  if (drafts.length < 2) return [];
  const sent = drafts.flatMap(({ result }) => (result?.outcome === 'accepted' ? [result] : []));
  const areKeyed = drafts.filter(isMade).every(({ key }) => key !== undefined);
  const ids = [...new Set(sent.flatMap(({ batchId, messageId }) => batchId ?? messageId ?? []))];
  const named = ids.slice(0, MOST_IDS_NAMED).join(', ');
  return [
    summary(drafts),
    ids.length > 0 && `IDs of the sent messages: ${named}${ids.length > MOST_IDS_NAMED ? ' …' : ''}`,
    sent.length > 0 &&
      `'Retry On Fail' sends only what was refused, not sent or not started.${areKeyed ? '' : ' Running the workflow again sends all items again.'}`,
  ].filter((line) => typeof line === 'string');
}
