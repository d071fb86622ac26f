import type { Node, NodeAPI, NodeMessage } from 'node-red';

import { numberListReader } from '../../core/client';
import type { MessageRequest } from '../../core/contract';
import { labelOnForm } from '../../core/forms';
import {
  compareWithList,
  doNotSendTo,
  guarded,
  inSendingWindow,
  leftOutIsNoFailure,
  notCompared,
  windowReader,
  type Compared,
  type InSendingWindow,
  type LeftOut,
  type LoopGuard,
  type LoopGuardRules,
  type Step,
} from '../../core/journey';
import { readList } from '../../core/reading';
import type { EnteredWindow, SendingWindow } from '../../core/sendingWindow';
import type { Output } from '../outcome/report';
import { findAccount } from '../service/account';
import { evaluationOf, type MayFind } from '../settings/evaluate';
import { propertyLabel, propertyNamed, windowLabel, windowTitle } from '../settings/labels';
import type { RestraintSetting } from '../settings/restraintRows';
import type { NodeMessageOnItsWay } from './inTurn';
import { localTime } from './outbox';

/** What keeps messages of a node from people. Each is undefined if nothing does. */
export interface Restraints {
  /** Compares recipients with the list of *Do Not Send To*; throws MessagingError if that is not possible. */
  compare: ((request: MessageRequest, msg: NodeMessage) => Promise<Compared>) | undefined;
  /** The sending window of a message; throws MessagingError `invalid_request` that names what is wrong. */
  windowFor: ((msg: NodeMessage) => Promise<SendingWindow>) | undefined;
  /** What the form calls the window. */
  windowLabel: string;
  /** Of the account. */
  guard: LoopGuard | undefined;
}

export function restraintsOf(RED: NodeAPI, node: Node, setting: RestraintSetting): Restraints {
  return {
    compare: comparisonWithList(RED, node, setting),
    windowFor: windowsOf(RED, node, setting),
    windowLabel: windowTitle(RED),
    guard: findAccount(RED, setting.account)?.loopGuard,
  };
}

const LIST = 'doNotSendTo';

/** An empty list may be written as an empty text. */
const anEmptyText: MayFind = (_, found) => found === '';

/** The list is read when a message goes out, not when it arrives: somebody may opt out meanwhile. */
function comparisonWithList(
  RED: NodeAPI,
  node: Node,
  { account, doNotSendTo: entered }: RestraintSetting,
): Restraints['compare'] {
  if (entered.v === undefined || entered.v === '') return undefined;
  const evaluated = evaluationOf(entered, propertyNamed(LIST), anEmptyText);
  const read = numberListReader();
  // Not when the list is read: a node that a deploy closes still sends what it has collected, and its account may be gone by then.
  const countryCode = findAccount(RED, account)?.rules.countryCode;
  return async (request, msg) => {
    const value = await evaluated({ RED, node, msg });
    const list = read(value, { path: LIST, label: propertyLabel(RED, LIST), countryCode });
    return compareWithList(request, list, labelOnForm(['toList'], request));
  };
}

function windowsOf(
  RED: NodeAPI,
  node: Node,
  { sendingWindow: stored }: RestraintSetting,
): Restraints['windowFor'] {
  if (stored === undefined) return undefined;
  const { timeZone, exceptions, ...fixed } = stored;
  const named = (field: keyof EnteredWindow) => ({
    path: `sendingWindow.${field}`,
    label: windowLabel(RED, field),
  });
  const timeZoneIn = evaluationOf(timeZone, () => named('timeZone'));
  const exceptionsIn = evaluationOf(exceptions, () => named('exceptions'), anEmptyText);
  const hasExceptions = exceptions.v !== undefined && exceptions.v !== '';
  const read = windowReader((field) => windowLabel(RED, field));
  return async (msg) => {
    const scope = { RED, node, msg };
    return read({
      ...fixed,
      timeZone: await timeZoneIn(scope),
      exceptions: hasExceptions ? await exceptionsIn(scope) : '',
    });
  };
}

/** The step in which nobody on the list of *Do Not Send To* gets anything; none if the node has no list. */
export function notToOptedOut<M extends NodeMessageOnItsWay<unknown>>({
  compare,
}: Restraints): Array<Step<M>> {
  if (compare === undefined) return [];
  return [
    doNotSendTo<M>(async ({ request, job, msg = job.msg }) =>
      request === undefined ? notCompared : compare(request, msg),
    ),
  ];
}

/** The step in which messages outside of the sending window are planned, or not sent; none if the node has no window. */
function inWindow<M extends NodeMessageOnItsWay<unknown>>(
  { windowFor, windowLabel: label }: Restraints,
  planned?: InSendingWindow<M>['planned'],
): Array<Step<M>> {
  if (windowFor === undefined) return [];
  return [inSendingWindow<M>({ label, windowOf: ({ job, msg = job.msg }) => windowFor(msg), planned })];
}

/** The steps in which nobody is asked whom the node keeps its messages from: a question that goes to nobody fails. */
export function restrainedQuestions<M extends NodeMessageOnItsWay<unknown>>(
  restraints: Restraints,
  { planned, ...rules }: Pick<InSendingWindow<M>, 'planned'> & LoopGuardRules<M>,
): Array<Step<M>> {
  return [
    ...notToOptedOut<M>(restraints),
    ...inWindow<M>(restraints, planned),
    ...guarded<M>(restraints.guard, rules),
  ];
}

/**
 * The steps in which nobody gets a message whom the node keeps it from. That is no failure.
 * @param once the step that must know what was not sent
 */
export function restrained<M extends NodeMessageOnItsWay>(
  restraints: Restraints,
  once: ReadonlyArray<Step<M>>,
  rules: LoopGuardRules<M> = {},
): Array<Step<M>> {
  const { compare, windowFor, guard } = restraints;
  const leavesOut = [compare, windowFor, guard].some((restraint) => restraint !== undefined);
  return [
    ...(leavesOut ? [leftOutIsNoFailure<Output, M>(leftOutOutput)] : []),
    ...notToOptedOut<M>(restraints),
    ...inWindow<M>(restraints),
    ...once,
    ...guarded<M>(guard, { recipientsOf, ...rules }),
  ];
}

/** The recipients in the output of a message that was accepted. */
function recipientsOf({ result }: NodeMessageOnItsWay): readonly unknown[] {
  return result?.ok === true ? (readList(result.value.payload, 'recipients') ?? []) : [];
}

function leftOutOutput(payload: LeftOut): Output {
  return { payload, port: 0, status: leftOutStatus(payload), uncounted: true };
}

function leftOutStatus(leftOut: LeftOut): Output['status'] {
  if (leftOut.outcome === 'opted_out') return { look: 'ready', key: 'optedOut' };
  if (leftOut.outcome === 'outside_window') return { look: 'ready', key: 'outsideWindow' };
  return { look: 'warning', key: 'heldBack', values: { until: localTime(Date.parse(leftOut.until)) } };
}
