import type { Node, NodeAPI, NodeMessage } from 'node-red';

import { numberListReader } from '../../core/client';
import type { MessageRequest } from '../../core/contract';
import { compareWithList, windowReader, type RateLimit, type Schedule, type Steps } from '../../core/steps';
import type { SendingWindow, WindowField } from '../../core/sendingWindow';
import { findAccount } from '../service/account';
import { isFilled, valueIn, type MayFind } from '../settings/evaluate';
import { rowOfWindow, type GuardSetting } from '../settings/guardRows';
import { editorText, labelOnForm, propertyLabel } from '../settings/labels';
import type { NodeOutgoing } from './outgoing';

/** Guards configured for a node; undefined where there is none. */
export interface Guards {
  /** Compares recipients with the list of *Do Not Send To*; throws MessagingError if that is not possible. */
  compare: ((request: MessageRequest, msg: NodeMessage) => Promise<readonly string[]>) | undefined;
  /** The sending window of a message; throws MessagingError `invalid_request` that names what is wrong. */
  windowFor: ((msg: NodeMessage) => Promise<SendingWindow>) | undefined;
  /** What the form calls the window. */
  windowLabel: string;
  /** Of the account. */
  rateLimit: RateLimit | undefined;
}

export function guardsOf(RED: NodeAPI, node: Node, setting: GuardSetting): Guards {
  return {
    compare: comparisonWithList(RED, node, setting),
    windowFor: windowsOf(RED, node, setting),
    windowLabel: editorText(RED, 'section.window'),
    rateLimit: findAccount(RED, setting.account)?.rateLimit,
  };
}

const LIST = 'doNotSendTo';

/** An empty list may be written as an empty text. */
const anEmptyText: MayFind = (_, found) => found === '';

/** The list is read when a message goes out, not when it arrives: somebody may opt out meanwhile. */
function comparisonWithList(
  RED: NodeAPI,
  node: Node,
  { account, doNotSendTo: entered }: GuardSetting,
): Guards['compare'] {
  if (!isFilled(entered)) return undefined;
  const read = numberListReader();
  // Not when the list is read: a node that a deploy closes still sends what it has collected, and its account may be gone by then.
  const countryCode = findAccount(RED, account)?.rules.countryCode;
  return async (request, msg) => {
    const value = await valueIn({ RED, node, msg }, entered, anEmptyText);
    const list = read(value, { path: LIST, label: propertyLabel(RED, LIST), countryCode });
    return compareWithList(request, list, labelOnForm(RED, ['toList'], request));
  };
}

function windowsOf(RED: NodeAPI, node: Node, setting: GuardSetting): Guards['windowFor'] {
  const { sendingWindow, windowDays: days, windowFrom: from, windowUntil: until } = setting;
  if (!sendingWindow) return undefined;
  const { timeZone, exceptions, outsideWindow: outside } = setting;
  const read = windowReader((field: WindowField) => propertyLabel(RED, rowOfWindow[field]));
  return async (msg) => {
    const scope = { RED, node, msg };
    return read({
      ...{ days, from, until, outside },
      timeZone: await valueIn(scope, timeZone),
      exceptions: isFilled(exceptions) ? await valueIn(scope, exceptions, anEmptyText) : '',
    });
  };
}

/** The steps of the node's messages that keep them from people. */
export function stepsOf<M extends NodeOutgoing>(
  { compare, windowFor, windowLabel: label, rateLimit }: Guards,
  planned?: Schedule<M>['planned'],
): Pick<Steps<M>, 'exclude' | 'schedule' | 'rateLimit'> {
  return {
    exclude: compare && (({ request, job, msg = job.msg }) => compare(request, msg)),
    schedule: windowFor && { label, windowOf: ({ job, msg = job.msg }) => windowFor(msg), planned },
    rateLimit,
  };
}
