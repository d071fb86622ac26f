import { sayer } from '../core/errors/sentence';
import { faulter, type FaultText } from '../core/errors/texts';

/* What only n8n says of what went wrong; `core/errors/texts.ts` has the rest. */

const ALLOW =
  'To allow them, set N8N_SSRF_ALLOWED_HOSTNAMES to {host}, or N8N_SSRF_ALLOWED_IP_RANGES to its address, in the environment of n8n.';

/** By code, as those of the core. */
export const n8nFaults = {
  invalid_input: { text: '{problem}', advice: 'Correct the parameters of this node.' },
  'invalid_input.advised': { text: '{problem}', advice: '{advice}' },
  'invalid_settings.noCredential': {
    text: 'The credential cannot be read: {reason}',
    advice: 'Choose the credential of this node again.',
  },
  'invalid_settings.callers': { text: '{problem}', advice: 'Correct {setting}.' },
  'key_not_recorded.inDoubt': {
    text: 'The database recorded the deduplication key without an answer, so that nobody knows whether its message was sent before',
    advice:
      'It was not sent now, and counts as sent. If the portal does not show it, send it with another key.',
    outcome: 'unknown',
  },
  'cancelled.execution': {
    text: 'The execution was stopped before the service answered',
    outcome: 'unknown',
  },
  not_started: {
    text: 'The message was not sent, because one before it failed, or the execution was stopped',
  },
  asked_before: {
    text: 'Execution {execution} has sent this message, and answers to it no longer count',
    advice: 'To ask anew, run the workflow anew.',
    outcome: 'unknown',
  },
  'asked_before.told': {
    text: 'Execution {execution} may have told the others before it ended',
    advice: 'Check the portal. Nobody was told twice.',
    outcome: 'unknown',
  },
  blocked_by_n8n: {
    text: 'n8n does not allow requests to {host}: its protection against SSRF is on',
    advice: ALLOW,
  },
} as const satisfies Record<string, FaultText>;

/** Rules of what enters a node, and what else it says. */
export const n8nTexts = {
  notResumed: `An answer could not resume its workflow: n8n does not allow calls to itself. Its protection against SSRF is on. ${ALLOW}`,
  notReached:
    'An answer could not resume its workflow: n8n must reach itself at {url}, and gets no answer of its own there.',
  withoutPart: 'A text goes out without a part: {lost}',
  notUploaded: 'The file in "{field}" could not be uploaded: {reason}',
  lost: 'its expression finds nothing',
  lostBy: 'its expression finds nothing: {expression}',
  emptyKey: 'is empty for this item',
  emptyOption: 'is empty: fill it in, or remove the option',
  oneExpression: 'is one expression, in which n8n finds no field: give each field its own',
  noOutputField: 'must name fields of the output',
  numberFrom: 'must be a number, {min} or more',
  numberFromTo: 'must be a number, from {min} to {max}',
  noFileField: 'must be the name of a field of the item that holds a file',
  noFileForTool: 'has no file, as this agent gives its tools none: use a URL or a media ID',
  oneRecipient: 'takes one recipient',
  oneRecipientOrSeveral: "takes one recipient: choose 'Several Recipients' in '{field}'",
  oneRecipientPerItem: 'takes one recipient: use an item for each person',
  scheduledOrFollowed:
    "a message with fallback channels cannot be both scheduled and followed until it is delivered: choose 'Do Not Send', or 'Accepted' in 'Counts as Success'",
  linkLost: 'its link would be lost: the template has a body of its own',
  noEndInTurn: "cannot end 'One After Another': 'Minutes for Each' does",
  past: 'must be in the future',
  noChoiceLabel: 'each choice needs a label',
  choiceValue: 'a value must be text, a number, true or false',
  reportAddressTooLong:
    'the address for the report has {length} characters, but the service accepts only {max}: give n8n a shorter address (WEBHOOK_URL)',
} as const;

export const say = sayer(n8nTexts);
export const fault = faulter(n8nFaults);
