import { MessagingError } from '../../core/client';

/** The node's limit of waiting questions is reached. */
export function tooManyWaiting(most: number): MessagingError {
  return new MessagingError({
    message: `${most} questions of this node wait for their answers already, which is the most`,
    advice: 'End questions by msg.cancel or msg.reset, or set a shorter time limit.',
    outcome: 'not_sent',
    code: 'too_many_waiting',
  });
}

/** It is not known whether the person was asked. */
export function interrupted(): MessagingError {
  return new MessagingError({
    message: 'Node-RED ended while the question was being sent',
    advice: 'Look in the portal whether the person has it before you ask again.',
    outcome: 'unknown',
    code: 'interrupted',
  });
}

/** The service accepted the question, and reported later that the person did not receive it. */
export function notDelivered({
  statusText,
  errorText,
}: {
  statusText: string;
  errorText?: string;
}): MessagingError {
  return new MessagingError({
    message: `The question was not delivered: ${errorText ?? statusText}`,
    outcome: 'rejected',
    code: 'not_delivered',
  });
}
