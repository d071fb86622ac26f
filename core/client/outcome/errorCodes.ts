import type { Outcome } from './outcome';

interface CodeMeaning {
  /** The outcomes of a message that can come with the code. */
  outcomes: readonly Outcome[];
  when: string;
  /** What a person does about it. */
  then: string;
  /** The only platform that has it. */
  only?: 'n8n' | 'Node-RED';
}

/**
 * Every code of an error of this package. Nothing loads this table when messages are sent: it is the type of `code`, and docs/errors.md is
 * made from it.
 */
export const errorCodes = {
  // Before the request
  invalid_request: {
    outcomes: ['not_sent'],
    when: 'The message breaks a rule of the service.',
    then: 'Correct the fields in `details`.',
  },
  invalid_input: {
    outcomes: ['not_sent'],
    when: 'A parameter of the node cannot be read: an expression fails, or a file is missing.',
    then: 'Correct the parameter that the error names.',
    only: 'n8n',
  },
  invalid_settings: {
    outcomes: ['not_sent'],
    when: 'A setting of the account cannot be used: base URL, a path, country code, user name or password.',
    then: 'Correct the account.',
  },
  nothing_to_answer: {
    outcomes: ['not_sent'],
    when: '*Reply* got an item that is not an inbound message.',
    then: 'Put it behind the trigger, or enter channel, sender and recipient.',
    only: 'n8n',
  },
  opted_out: {
    outcomes: ['not_sent'],
    when: 'A question (*Send and Wait*, *ask*) to a person on the exclude list. Other messages to that person are skipped, without an error.',
    then: 'Choose somebody else.',
  },
  outside_window: {
    outcomes: ['not_sent', 'unknown'],
    when: 'A question (*Send and Wait*, *ask*) or a fallback channel outside the *Sending Window*, or a question that would go out after its own time limit. Other messages are skipped, without an error. `unknown`: a message on an earlier channel may still arrive.',
    then: 'Ask again in the window.',
  },
  over_limit: {
    outcomes: ['not_sent', 'unknown'],
    when: 'A question (*Send and Wait*, *ask*) or a fallback channel beyond the rate limit (*Most to One Person*). Other messages are skipped, without an error. `unknown`: a message on an earlier channel may still arrive.',
    then: 'Find out why so many messages go to one person. The error says until when.',
  },
  sent_before: {
    outcomes: ['not_sent'],
    when: 'A message with the same deduplication key was sent before. It is skipped, without an error.',
    then: 'Send it with another key if it is another message.',
  },
  run_over_limit: {
    outcomes: ['not_sent'],
    when: 'The messages of the run (in Node-RED: of the incoming message) exceed the limit per run, or cost more points than the account has.',
    then: 'Check what comes into the node; none of it was sent.',
  },
  balance_unknown: {
    outcomes: ['not_sent'],
    when: 'The limit per run is the balance, and the service did not say how many points the account has.',
    then: 'The error says why; none of the run was sent.',
  },
  not_installed: {
    outcomes: ['not_sent'],
    when: 'A library of the package cannot be loaded.',
    then: 'Install the package again, and restart.',
  },
  key_not_recorded: {
    outcomes: ['not_sent', 'unknown'],
    when: 'The deduplication key could not be stored, so the message was not sent. `unknown`: the database may have stored the key without confirming it, and an earlier run may have sent the message.',
    then: '`not_sent`: send again when the store is available. `unknown`: look in the portal; send with another key if it is not there.',
  },
  not_recorded: {
    outcomes: ['not_sent'],
    when: 'The journal could not record that the message is being sent.',
    then: "Check the folder `messaging-service` in Node-RED's user folder, and send again.",
    only: 'Node-RED',
  },
  too_many_waiting: {
    outcomes: ['not_sent'],
    when: 'The node already has the maximum of waiting messages (100,000) or questions (10,000).',
    then: 'Send again when fewer wait; cancel questions.',
    only: 'Node-RED',
  },

  // The connection
  unreachable: {
    outcomes: ['not_sent'],
    when: 'No connection to the service.',
    then: 'Check the base URL and the network; send again.',
  },
  proxy_unreachable: {
    outcomes: ['not_sent'],
    when: 'No connection to the outgoing proxy.',
    then: 'Check `HTTPS_PROXY` and `NO_PROXY`; send again.',
  },
  proxy_refused: {
    outcomes: ['not_sent'],
    when: 'The outgoing proxy refuses to connect to the service.',
    then: 'Check the user name and password for the proxy; send again.',
  },
  untrusted_certificate: {
    outcomes: ['not_sent'],
    when: 'The certificate of the service is not trusted.',
    then: 'Check the base URL; set `NODE_EXTRA_CA_CERTS` for your own certificate authority.',
  },
  no_tls: {
    outcomes: ['not_sent'],
    when: 'Nothing at the base URL speaks TLS 1.2 or 1.3.',
    then: 'Check the base URL.',
  },
  timed_out: {
    outcomes: ['unknown', 'not_sent'],
    when: 'No answer in time. `not_sent`: the proxy did not answer.',
    then: 'Query the status, or look in the portal, before you send again. Increase the time-out.',
  },
  connection_lost: {
    outcomes: ['unknown'],
    when: 'The connection broke before the answer was complete.',
    then: 'Query the status, or look in the portal, before you send again.',
  },
  unreadable_answer: {
    outcomes: ['unknown'],
    when: 'The answer is not JSON, is not about this message, or does not say that the message was accepted.',
    then: 'Look in the portal before you send again.',
  },

  // What the service answers, if its body has no code of its own
  wrong_credentials: {
    outcomes: ['rejected'],
    when: '401: the service does not accept the user name or password.',
    then: 'Check both, and that the REST interface is enabled in the portal. A change there can take a while to take effect.',
  },
  not_permitted: {
    outcomes: ['rejected'],
    when: '403: the account may not do this, or has no credit.',
    then: 'Check credit and permissions in the portal.',
  },
  not_found: {
    outcomes: ['rejected'],
    when: '404: nothing at this address, or no message with this ID.',
    then: 'Check the ID, and the base URL and paths of the account.',
  },
  too_many_requests: {
    outcomes: ['rejected'],
    when: '429, even after all tries.',
    then: 'Reduce the requests at once, or send in batches; send again later.',
  },
  service_unavailable: {
    outcomes: ['rejected'],
    when: '503 with `Retry-After`, even after all tries.',
    then: 'Send again later.',
  },
  refused: {
    outcomes: ['rejected'],
    when: 'Any other refusal of the service.',
    then: 'Correct what the service says in `details` and `message`.',
  },
  redirected: {
    outcomes: ['unknown'],
    when: 'The base URL answers with a redirect.',
    then: 'Enter the final address as the base URL; look in the portal before you send again.',
  },
  service_failed: {
    outcomes: ['unknown'],
    when: 'Any other status, such as 500.',
    then: 'Look in the portal before you send again; give the request ID to support.',
  },

  // After the service accepted the message
  not_delivered: {
    outcomes: ['rejected', 'unknown'],
    when: 'The service accepted the message and reported later that it failed, or no channel got through.',
    then: '`attempts` says what happened on each channel. `unknown`: an earlier message may still arrive.',
  },
  asked_before: {
    outcomes: ['unknown'],
    when: '*Executions > Retry* of an execution whose question was already sent, or that may have told the others.',
    then: 'Run the workflow again to ask again.',
    only: 'n8n',
  },

  // Stopping
  cancelled: {
    outcomes: ['unknown', 'not_sent'],
    when: 'The flow or the execution was stopped: while the request was under way (`unknown`), or before it (`not_sent`).',
    then: '`unknown`: look in the portal before you send again.',
  },
  stopped: {
    outcomes: ['not_sent', 'unknown'],
    when: 'Node-RED: the node was removed before the turn of the message. n8n: the execution was stopped while it waited for the delivery (`unknown`).',
    then: 'Send again if the message is still wanted; with `unknown`, look in the portal first.',
  },
  not_started: {
    outcomes: ['not_sent'],
    when: '*Send and Wait*: the messages before this one failed.',
    then: 'Correct what made them fail.',
    only: 'n8n',
  },
  interrupted: {
    outcomes: ['unknown'],
    when: 'Node-RED ended while the message was being sent.',
    then: 'Look in the portal before you send again.',
    only: 'Node-RED',
  },
  kept_too_long: {
    outcomes: ['not_sent'],
    when: 'The service could not be reached for as long as *Keep trying for* says.',
    then: 'Send again if the message is still wanted.',
    only: 'Node-RED',
  },
  being_replaced: {
    outcomes: ['not_sent'],
    when: 'A message came in while a deploy replaced or removed its trigger node. Only the log shows it; the service calls again.',
    then: 'Nothing.',
    only: 'Node-RED',
  },
  not_passed_on: {
    outcomes: ['unknown'],
    when: 'Node-RED could not copy the message, so its outcome did not reach the next nodes.',
    then: 'Before this node, remove what cannot be copied; look in the portal before you send again.',
    only: 'Node-RED',
  },
  several_failed: {
    outcomes: ['unknown', 'rejected', 'not_sent'],
    when: 'Entries of an array failed for different reasons. The outcome is the worst of them.',
    then: '`details` says why each entry failed.',
    only: 'Node-RED',
  },
  blocked_by_n8n: {
    outcomes: ['not_sent'],
    when: 'n8n blocked the request: its protection against requests to internal addresses (SSRF) is on.',
    then: 'Add the address of the service to `N8N_SSRF_ALLOWED_HOSTNAMES` or `N8N_SSRF_ALLOWED_IP_RANGES`, or ask the person who runs n8n.',
    only: 'n8n',
  },
  internal_fault: {
    outcomes: ['unknown'],
    when: 'A fault of this package.',
    then: 'Please report it.',
  },
} as const satisfies Record<string, CodeMeaning>;

export type ErrorCode = keyof typeof errorCodes;

/** The code of another error: of the service, or of an earlier try. */
export interface GivenCode {
  given: string;
}
