import type { INodeProperties } from 'n8n-workflow';

import { DOCUMENTED_CALLERS, type WantedKind } from '../../core/receive';
import { flag, number, oneOf, optionsProperty, propertyOf, text } from '../settings';
import { filters, optInWords, optOutWords } from './filters';

export const event = oneOf<WantedKind>(
  'event',
  'Event',
  {
    inbound: ['Inbound Message', 'Somebody writes to one of your numbers'],
    status: ['Status Notification', 'A message you sent was delivered, failed or is delayed'],
    any: 'Any Event',
  },
  { usual: 'inbound', noDataExpression: true, help: 'What starts the workflow' },
);

export const statuses = oneOf(
  'statuses',
  'Statuses',
  {
    any: 'Any',
    final: [
      'Final Only',
      'Delivered or failed: no other status will follow. An unknown status starts the workflow too, as the status other.',
    ],
  },
  {
    ...{ usual: 'any', when: { event: ['status', 'any'] } },
    help: 'Which status notifications start the workflow',
  },
);

export const checkCaller = flag('checkCaller', 'Allow Only Known Callers', {
  ...{ usual: true, noDataExpression: true },
  help: `Whether only the addresses of the service (${DOCUMENTED_CALLERS.join(', ')}) and those you add may call`,
});

export const repeated = oneOf(
  'repeated',
  'Repeated Events',
  { drop: ['Drop', 'A repeated event ends at this node'], pass: 'Pass On' },
  { usual: 'drop', help: 'What to do with an event that the service sends again' },
);

export const checkSecret = flag('checkSecret', 'Check a Shared Secret', {
  ...{ usual: false, noDataExpression: true },
  help: 'Whether callers must know the webhook secret of the credential: at the end of the URL, as in ?secret=…, or in the header X-Webhook-Secret',
});

export const resumeWaiting = flag('resumeWaiting', 'Resume Waiting Workflows', {
  usual: true,
  help: "Whether an answer to a question of 'Send and Wait', in any workflow of this n8n, goes to the workflow that waits for it and starts nothing else",
});

export const lateTaps = oneOf(
  'lateTaps',
  'Taps on Closed Questions',
  {
    drop: ['Drop', 'They start nothing'],
    pass: [
      'Pass On',
      'They start the workflow, with <code>late: true</code>, so that it can reply to the person',
    ],
  },
  {
    usual: 'drop',
    help: "What to do with a tap on a button of a 'Send and Wait' that no longer waits: its time was up, or it has its answer",
  },
);

const forMessages = { '/event': ['inbound', 'any'] };

export const waitForPause = number('waitForPause', 'Wait for a Pause (Seconds)', {
  ...{ usual: 5, min: 0, max: 20, when: forMessages },
  help: 'Seconds without a further message from the same person, after which the workflow starts once with all of them: <code>text</code>, <code>messages</code> and <code>gathered</code>. Filters apply to each message. Meanwhile the service waits for the response. With 0, each message starts the workflow.',
});

export const pauseAtMost = number('pauseAtMost', 'Wait for a Pause at Most (Seconds)', {
  ...{ usual: 30, min: 1, max: 30, when: forMessages },
  help: 'Seconds after the first message of a person, after which the workflow starts even without a pause',
});

export const allowedCallers = text('allowedCallers', 'More Allowed Callers', {
  placeholder: 'e.g. 127.0.0.1, 10.0.0.0/8',
  when: { checkCaller: [true] },
  help: 'Further addresses and ranges that may call, separated by commas. Behind a proxy, n8n sees the caller only if N8N_PROXY_HOPS is the exact number of proxies.',
});

const path = text('path', 'Path', {
  placeholder: 'e.g. sms',
  help: 'The end of the URL. If empty, n8n chooses a path that nobody can guess. All notification addresses of a message together may have at most 200 characters.',
});

export const properties: INodeProperties[] = [
  propertyOf(
    'notice',
    'howTo',
    'Let the service call the production URL above. For inbound messages, enter it in the portal for your number. For status notifications, enter it when you send, as an address of type URL (POST).',
    {},
  ),
  event.property,
  statuses.property,
  propertyOf('collection', 'filters', 'Filters', {
    ...{ usual: {}, placeholder: 'Add Filter', options: filters.map(({ property }) => property) },
    help: 'Which events start the workflow. Without a filter, all of them do.',
  }),
  checkCaller.property,
  propertyOf(
    'notice',
    'anybodyMayCall',
    "Anybody who knows the URL can start this workflow with any content, and answer questions of 'Send and Wait' in anybody's name. Turn this off only for tests, or if something in front of n8n checks the callers.",
    { when: { checkCaller: [false] } },
  ),
  allowedCallers.property,
  path.property,
  optionsProperty(
    ...[checkSecret, optInWords, optOutWords, repeated, resumeWaiting],
    ...[lateTaps, waitForPause, pauseAtMost],
  ),
];
