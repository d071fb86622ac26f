import Ajv2020 from 'ajv/dist/2020';
import { judgeRequest } from '../../sandbox';
import { schemas } from '../../sandbox/service/description';
import { sms, whatsapp } from './support';

/** What the description says of a request, and where. That it says the same as the contract of every rule is tested in `core/contract`. */
const notified = (notification: unknown) => sms({ notification });
const toList = (...list: object[]) => sms({ to: null, toList: list });
const notification = { addresses: [{ type: 'Sms', address: '+41791234567' }] };
const button = { type: 'Reply', id: 'a', title: 'A'.repeat(21) };
const parameters = [{ type: 'Payload', payload: '' }];

// The sandbox itself does not check them again at each start.
it('all schemas of the description are valid', () => {
  const ajv = new Ajv2020();
  expect(ajv.validateSchema({ $defs: schemas() })).toBe(true);
  const { Message } = schemas();
  expect(ajv.validateSchema({ $defs: { Message: { ...Message, maxProperties: 'many' } } })).toBe(false);
});

it.each<[string, 'message' | 'batch', unknown, string]>([
  ['nothing', 'message', null, ''],
  ['an unknown field', 'message', sms({ colour: 1 }), 'colour'],
  ['neither to nor toList', 'message', sms({ to: null }), 'to'],
  ['a wrong recipient in a list', 'message', toList({ type: 'Number', address: '079' }), 'toList.0.address'],
  ['an image from nowhere', 'message', whatsapp({ type: 'Image' }), 'content.mediaId'],
  [
    'an image from both',
    'message',
    whatsapp({ type: 'Image', mediaId: '1', url: 'http://x' }),
    'content.url',
  ],
  ['no contacts', 'message', whatsapp({ type: 'Contacts' }), 'content.contacts'],
  [
    'a button title that is too long',
    'message',
    whatsapp({ type: 'Interactive', action: { type: 'Button', buttons: [button] } }),
    'content.action.buttons.0.title',
  ],
  [
    'an empty payload',
    'message',
    whatsapp({
      ...{ type: 'Template', namespace: 'n', name: 'n', language: { code: 'en' } },
      components: [{ type: 'Body', parameters }],
    }),
    'content.components.0.parameters.0.payload',
  ],
  ['a notification without addresses', 'message', notified({ addresses: [] }), 'notification.addresses'],
  ['a wrong number in a batch', 'batch', { messages: [sms(), sms({ to: '0041' })] }, 'messages.1.to'],
  [
    'a notification of one message in a batch',
    'batch',
    { messages: [notified(notification)] },
    'messages.0.notification',
  ],
])('the description refuses %s, and says where', (_name, kind, request, place) => {
  const verdict = judgeRequest(kind, request);
  const paths = verdict.ok ? [] : verdict.problems.map((problem) => problem.path.join('.'));
  expect([...new Set(paths)]).toEqual([place]);
});

it('the description takes a batch with one notification for all', () => {
  expect(judgeRequest('batch', { messages: [sms(), sms()], notification })).toEqual({ ok: true });
});
