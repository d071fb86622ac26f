import type { IDataObject } from 'n8n-workflow';

import { invalidField, type Result } from '../../../../core/client';
import { checkPlannedInTime, inSendingWindow, outsideWindow, type Step } from '../../../../core/journey';
import type { SendingWindow } from '../../../../core/sendingWindow';
import { asData } from '../../../data';
import { SENDING_WINDOW } from '../../fields/sendingWindow';
import type { Draft, FallbackPlan } from './draft';

/** What becomes of a message outside of a window that plans nothing. */
type Outside = (opens: number, window: SendingWindow) => Result<IDataObject>;

/** The step in which messages outside of the *Sending Window* are planned, or not sent; none if no message has one. */
export function inWindow(messages: readonly Draft[], outside: Outside): Array<Step<Draft>> {
  if (messages.every(({ window }) => window === undefined)) return [];
  const step = inSendingWindow<IDataObject, Draft>({
    label: SENDING_WINDOW,
    judged: async ({ request, window }) => window && { request, window },
    refused: (_, opens, window) => outside(opens, window),
    planned: ({ waitsUntil }, sendAt, window) => {
      if (waitsUntil !== undefined) checkPlannedInTime(sendAt, waitsUntil.getTime(), window);
    },
  });
  return [step];
}

/** A message outside of the window is no failure: the others go on. */
export const outsideOutput: Outside = (opens) => {
  const opensAt = new Date(opens).toISOString();
  return { ok: true, value: asData({ outcome: 'outside_window', opensAt }) };
};

/** Nobody was asked, so nobody can answer. */
export const notAskedOutside: Outside = (opens, window) => ({
  ok: false,
  error: outsideWindow(opens, window),
});

/**
 * An execution waits a few minutes for the delivery on a channel, and not until the window opens.
 * @throws MessagingError `invalid_request` for further channels that follow if a planned message is not delivered
 */
export function checkWindowOfChannels(
  window: SendingWindow | undefined,
  fallback: FallbackPlan | undefined,
): void {
  if (window?.outside === 'plan' && fallback?.rules.countsAs === 'delivered')
    throw invalidField(
      'sendingWindow.outside',
      "a message with further channels cannot be planned and followed until it is delivered: choose 'Do Not Send', or 'Accepted' in 'Counts as Success'",
      { label: `${SENDING_WINDOW} › Outside` },
    );
}
