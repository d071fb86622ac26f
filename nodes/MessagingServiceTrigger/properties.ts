import type { INodeProperties } from 'n8n-workflow';

import { DOCUMENTED_CALLERS, type WantedKind } from '../../core/receive';
import type { Choice } from '../choice';
import { filters, optOutWords } from './filters';

export const event: Choice<WantedKind> = {
  displayName: 'Event',
  name: 'event',
  type: 'options',
  noDataExpression: true,
  default: 'inbound',
  options: [
    { name: 'Inbound Message', value: 'inbound', description: 'Somebody writes to one of your numbers' },
    {
      name: 'Status Notification',
      value: 'status',
      description: 'A message you sent was delivered, failed or is delayed',
    },
    { name: 'Any Event', value: 'any' },
  ],
  description: 'What starts the workflow',
};

export const statuses: Choice<'any' | 'final'> = {
  displayName: 'Statuses',
  name: 'statuses',
  type: 'options',
  default: 'any',
  options: [
    { name: 'Any', value: 'any' },
    {
      name: 'Final Only',
      value: 'final',
      description:
        'Delivered or failed: no other status will follow. An unknown status starts the workflow too, as the status other.',
    },
  ],
  description: 'Which status notifications start the workflow',
  displayOptions: { show: { event: ['status', 'any'] } },
};

export const checkCaller: INodeProperties = {
  displayName: 'Allow Only Known Callers',
  name: 'checkCaller',
  type: 'boolean',
  noDataExpression: true,
  default: true,
  description: `Whether only the addresses of the service (${DOCUMENTED_CALLERS.join(', ')}) and those you add may call`,
};

export const repeated: Choice<'drop' | 'pass'> = {
  displayName: 'Repeated Events',
  name: 'repeated',
  type: 'options',
  default: 'drop',
  options: [
    { name: 'Drop', value: 'drop', description: 'A repeated event ends at this node' },
    { name: 'Pass On', value: 'pass' },
  ],
  description: 'What to do with an event that the service sends again',
};

export const checkSecret: INodeProperties = {
  displayName: 'Check a Shared Secret',
  name: 'checkSecret',
  type: 'boolean',
  noDataExpression: true,
  default: false,
  description:
    'Whether callers must know the trigger secret of the credential: at the end of the URL, as in ?secret=…, or in the header X-Webhook-Secret',
};

export const resumeWaiting: INodeProperties = {
  displayName: 'Resume Waiting Workflows',
  name: 'resumeWaiting',
  type: 'boolean',
  default: true,
  description:
    "Whether an answer to a question of 'Send and Wait', in any workflow of this n8n, goes to the workflow that waits for it and starts nothing else",
};

export const lateTaps: Choice<'drop' | 'pass'> = {
  displayName: 'Taps on Closed Questions',
  name: 'lateTaps',
  type: 'options',
  default: 'drop',
  options: [
    { name: 'Drop', value: 'drop', description: 'They start nothing' },
    {
      name: 'Pass On',
      value: 'pass',
      description:
        'They start the workflow, with <code>late: true</code>, so that it can reply to the person',
    },
  ],
  description:
    "What to do with a tap on a button of a 'Send and Wait' that no longer waits: its time was up, or it has its answer",
};

export const waitForPause: INodeProperties = {
  displayName: 'Wait for a Pause',
  name: 'waitForPause',
  type: 'number',
  default: 5,
  typeOptions: { minValue: 0, maxValue: 20 },
  displayOptions: { show: { '/event': ['inbound', 'any'] } },
  description:
    'Seconds without a further message from the same person, after which the workflow starts once with all of them: <code>text</code>, <code>messages</code> and <code>gathered</code>. Filters apply to each message. Meanwhile the service waits for an answer. 0: each message starts the workflow.',
};

export const pauseAtMost: INodeProperties = {
  displayName: 'Wait for a Pause at Most',
  name: 'pauseAtMost',
  type: 'number',
  default: 30,
  typeOptions: { minValue: 1, maxValue: 30 },
  displayOptions: { show: { '/event': ['inbound', 'any'] } },
  description:
    'Seconds after the first message of a person, after which the workflow starts even without a pause',
};

export const properties: INodeProperties[] = [
  {
    displayName:
      'Let the service call the production URL above. For inbound messages, enter it in the portal for your number. For status notifications, enter it when you send, as an address of type URL (POST).',
    name: 'howTo',
    type: 'notice',
    default: '',
  },
  event,
  statuses,
  {
    displayName: 'Filters',
    name: 'filters',
    type: 'collection',
    placeholder: 'Add Filter',
    default: {},
    options: filters,
    description: 'Which events start the workflow. Without a filter, all of them do.',
  },
  checkCaller,
  {
    displayName:
      "Anybody who knows the URL can start this workflow with any content, and answer questions of 'Send and Wait' in anybody's name. Turn this off only for tests, or if something in front of n8n checks the callers.",
    name: 'anybodyMayCall',
    type: 'notice',
    default: '',
    displayOptions: { show: { checkCaller: [false] } },
  },
  {
    displayName: 'More Allowed Callers',
    name: 'allowedCallers',
    type: 'string',
    default: '',
    placeholder: 'e.g. 127.0.0.1, 10.0.0.0/8',
    description:
      'Further addresses and ranges that may call, separated by commas. Behind a proxy, n8n sees the caller only if N8N_PROXY_HOPS is the exact number of proxies.',
    displayOptions: { show: { checkCaller: [true] } },
  },
  {
    displayName: 'Path',
    name: 'path',
    type: 'string',
    default: '',
    placeholder: 'e.g. sms',
    description:
      'The end of the URL. If empty, n8n chooses a path that nobody can guess. All notification addresses of a message together may have at most 200 characters.',
  },
  {
    displayName: 'Options',
    name: 'options',
    type: 'collection',
    placeholder: 'Add option',
    default: {},
    options: [checkSecret, ...optOutWords, repeated, resumeWaiting, lateTaps, waitForPause, pauseAtMost],
  },
];
