import type { Node, NodeAPI, NodeMessage } from 'node-red';

import type { Result } from '../../core/client';
import type { MessageRequest } from '../../core/contract';
import { inSendingWindow, windowReader, type Planned, type Step } from '../../core/journey';
import type { EnteredWindow, SendingWindow } from '../../core/sendingWindow';
import type { Output } from '../outcome/report';
import { evaluationOf } from '../settings/evaluate';
import { windowLabel, windowTitle } from '../settings/labels';
import type { WindowSetting } from '../settings/windowRows';

/** The sending window of a message; throws MessagingError `invalid_request` that names what is wrong. */
export interface WindowFor {
  (msg: NodeMessage): Promise<SendingWindow>;
  /** What the form calls the window. */
  readonly label: string;
}

/** Undefined if the messages of a node may go out at any time. */
export function windowsOf(
  RED: NodeAPI,
  node: Node,
  { sendingWindow: stored }: WindowSetting,
): WindowFor | undefined {
  if (stored === undefined) return undefined;
  const { timeZone, exceptions, ...fixed } = stored;
  const evaluated = {
    timeZone: evaluationOf(timeZone, () => named(RED, 'timeZone')),
    exceptions: evaluationOf(exceptions, () => named(RED, 'exceptions')),
  };
  const hasExceptions = exceptions.v !== undefined && exceptions.v !== '';
  const read = windowReader((field) => windowLabel(RED, field));
  const windowFor = async (msg: NodeMessage) => {
    const scope = { RED, node, msg };
    return read({
      ...fixed,
      timeZone: await evaluated.timeZone(scope),
      exceptions: hasExceptions ? await evaluated.exceptions(scope) : '',
    });
  };
  return Object.assign(windowFor, { label: windowTitle(RED) });
}

function named(RED: NodeAPI, field: keyof EnteredWindow) {
  return { path: `sendingWindow.${field}`, label: windowLabel(RED, field) };
}

interface InWindow<M> {
  /** The request of a message, and what it came from; undefined for one that goes on in any case. */
  given(message: M): { request: MessageRequest; msg: NodeMessage } | undefined;
  /** What becomes of a message outside of a window that plans nothing. */
  refused?(opens: number, window: SendingWindow): Result<Output>;
  planned?(message: M, sendAt: string): void;
}

/** The step in which messages outside of the sending window are planned, or not sent; none if the node has no window. */
export function inWindow<M extends Planned<Output>>(
  windowFor: WindowFor | undefined,
  { given, refused = outsideOutput, planned = () => undefined }: InWindow<M>,
): Array<Step<M>> {
  if (windowFor === undefined) return [];
  return [
    inSendingWindow<Output, M>({
      label: windowFor.label,
      judged: async (message) => {
        const found = given(message);
        return found && { request: found.request, window: await windowFor(found.msg) };
      },
      refused: (_, opens, window) => refused(opens, window),
      planned,
    }),
  ];
}

/** The output of a message outside of the window. */
function outsideOutput(opens: number): Result<Output> {
  const payload = { outcome: 'outside_window', opensAt: new Date(opens).toISOString() };
  const status = { look: 'ready', key: 'outsideWindow' } as const;
  return { ok: true, value: { payload, port: 0, status, uncounted: true } };
}
