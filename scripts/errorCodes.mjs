// Every code of an error, for docs/errors.md: the outcomes that can come with it, when, and the only platform that has it.
export const errorCodes = {
  // Before the request
  invalid_request: { outcomes: ['not_sent'], when: 'The message breaks a rule of the service.' },
  invalid_input: {
    outcomes: ['not_sent'],
    when: 'A parameter of the node cannot be read: an expression fails, or a file is missing.',
    only: 'n8n',
  },
  invalid_settings: {
    outcomes: ['not_sent'],
    when: 'A setting of the account cannot be used, such as base URL, country code, password or a limit.',
  },
  run_over_limit: {
    outcomes: ['not_sent'],
    when: 'The messages of the run (in Node-RED: of the incoming message) exceed the limit per run, or cost more points than the account has.',
  },
  balance_unknown: {
    outcomes: ['not_sent'],
    when: 'The limit per run is the balance, and the service did not say how many points the account has.',
  },
  not_installed: { outcomes: ['not_sent'], when: 'A library of the package cannot be loaded.' },
  no_result: {
    outcomes: ['unknown'],
    when: 'Only in `recipients`: the answer does not say what became of this recipient.',
  },
  key_not_recorded: {
    outcomes: ['not_sent', 'unknown'],
    when: 'The deduplication key could not be stored, so the message was not sent. `unknown`: the database may have stored the key without confirming it, and an earlier run may have sent the message.',
  },
  not_recorded: {
    outcomes: ['not_sent'],
    when: 'The journal could not record that the message is being sent.',
    only: 'Node-RED',
  },
  too_many_waiting: {
    outcomes: ['not_sent'],
    when: 'The node already has the maximum of waiting messages (100,000) or questions (10,000).',
    only: 'Node-RED',
  },

  // The connection
  unreachable: { outcomes: ['not_sent'], when: 'No connection to the service.' },
  proxy_unreachable: { outcomes: ['not_sent'], when: 'No connection to the outgoing proxy.' },
  proxy_refused: { outcomes: ['not_sent'], when: 'The outgoing proxy refuses to connect to the service.' },
  untrusted_certificate: { outcomes: ['not_sent'], when: 'The certificate of the service is not trusted.' },
  no_tls: { outcomes: ['not_sent'], when: 'Nothing at the base URL speaks TLS 1.2 or 1.3.' },
  timed_out: {
    outcomes: ['unknown', 'not_sent'],
    when: 'No answer in time. `not_sent`: the proxy did not answer.',
  },
  connection_lost: { outcomes: ['unknown'], when: 'The connection broke before the answer was complete.' },
  unreadable_answer: {
    outcomes: ['unknown'],
    when: 'The answer is not JSON, is not about this message, or does not say that the message was accepted.',
  },

  // What the service answers, if its body has no code of its own
  wrong_credentials: {
    outcomes: ['rejected'],
    when: '401: the service does not accept the user name or password.',
  },
  not_permitted: { outcomes: ['rejected'], when: '403: the account may not do this, or has no credit.' },
  not_found: {
    outcomes: ['rejected'],
    when: '404: nothing at this address, or no message or batch with this ID.',
  },
  too_many_requests: { outcomes: ['rejected'], when: '429, even after all tries.' },
  service_unavailable: { outcomes: ['rejected'], when: '503 with `Retry-After`, even after all tries.' },
  refused: { outcomes: ['rejected'], when: 'Any other refusal of the service.' },
  redirected: { outcomes: ['unknown'], when: 'The base URL answers with a redirect.' },
  service_failed: { outcomes: ['unknown'], when: 'Any other status, such as 500.' },

  // After the service accepted the message
  not_delivered: {
    outcomes: ['rejected', 'unknown'],
    when: 'The service accepted the message and reported later that it failed, or no channel got through.',
  },
  asked_before: {
    outcomes: ['unknown'],
    when: '*Executions > Retry* of an execution whose question was already sent.',
    only: 'n8n',
  },

  // Stopping
  cancelled: {
    outcomes: ['unknown', 'not_sent'],
    when: 'The flow or the execution was stopped: while the message was under way (`unknown`), or before (`not_sent`).',
  },
  stopped: {
    outcomes: ['not_sent'],
    when: 'The node was removed before the turn of the message.',
    only: 'Node-RED',
  },
  not_started: {
    outcomes: ['not_sent'],
    when: 'The execution was stopped before this message, or one before it failed (*Send and Wait*, a text in parts).',
    only: 'n8n',
  },
  interrupted: {
    outcomes: ['unknown'],
    when: 'Node-RED ended while the message was being sent.',
    only: 'Node-RED',
  },
  kept_too_long: {
    outcomes: ['not_sent'],
    when: 'The service could not be reached for as long as *Keep trying for* says.',
    only: 'Node-RED',
  },
  being_replaced: {
    outcomes: ['not_sent'],
    when: 'A message came in while a deploy replaced or removed its trigger node. Only the log shows it; the service calls again.',
    only: 'Node-RED',
  },
  not_passed_on: {
    outcomes: ['unknown'],
    when: 'Node-RED could not copy the message, so its outcome did not reach the next nodes.',
    only: 'Node-RED',
  },
  several_failed: {
    outcomes: ['unknown', 'rejected', 'not_sent'],
    when: 'Entries of an array failed for different reasons. The outcome is the worst of them.',
    only: 'Node-RED',
  },
  blocked_by_n8n: {
    outcomes: ['not_sent'],
    when: 'n8n blocked the request: its protection against requests to internal addresses (SSRF) is on.',
    only: 'n8n',
  },
  internal_fault: { outcomes: ['unknown'], when: 'A fault of this package.' },
};
