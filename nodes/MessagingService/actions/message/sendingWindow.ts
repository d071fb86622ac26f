import { invalidField } from '../../../../core/client';
import { checkPlannedInTime, inSendingWindow, type Step } from '../../../../core/journey';
import type { SendingWindow } from '../../../../core/sendingWindow';
import { SENDING_WINDOW } from '../../fields/sendingWindow';
import type { Draft, FallbackPlan } from './draft';

/** The step in which messages outside of the *Sending Window* are planned, or not sent; none if no message has one. */
export function inWindow(messages: readonly Draft[]): Array<Step<Draft>> {
  if (messages.every(({ window }) => window === undefined)) return [];
  const step = inSendingWindow<Draft>({
    label: SENDING_WINDOW,
    windowOf: async ({ window }) => window,
    planned: ({ waitsUntil }, sendAt, window) => {
      if (waitsUntil !== undefined) checkPlannedInTime(sendAt, waitsUntil.getTime(), window);
    },
  });
  return [step];
}

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
