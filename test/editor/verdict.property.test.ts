import fc from 'fast-check';
import { util } from '@node-red/util';

import { judgeMessage } from '../../core/contract';
import { channels } from '../../core/contract/names';
import { isRecord } from '../../core/reading';
import { draftOf } from '../../editor/checks/draft';
import { contractProblems } from '../../editor/checks/message';
import { isEmpty } from '../../editor/values';
import { requestOf } from '../../node-red/message/preparedMessage';
import { wordIn } from '../../node-red/settings/settings';
import { printFigure } from '../figures';
import { damage, damaged } from '../core/contract/disagreement/damage';
import { messageRequest } from '../core/contract/disagreement/requests';
import { volume } from '../volume';
import { SEED } from '../seed';
import { typedIn } from './storedForm';

const RUNS = Number(process.env['FUZZ_RUNS'] ?? volume({ full: 3000, quick: 500 }));

/** What the form of a node contains if somebody enters a request, valid or not. */
function storedFrom(request: unknown) {
  const { channel, content, notification, ...message } = isRecord(request) ? request : {};
  const { type: contentType, options, ...fields } = isRecord(content) ? content : {};
  const { from, to, toList, sendDate, customerid, ...others }: Record<string, unknown> = Object(
    typedIn(message),
  );
  return {
    ...{ channel, contentType: typeof contentType === 'string' ? contentType : 'Text' },
    ...{ from, to, toList, sendDate, customerid, ...others },
    content: typedIn(withTypedAmounts(fields)),
    smsOptions: withoutType(options),
    notification: isRecord(notification)
      ? { ...Object(typedIn(notification)), addresses: addressesOf(notification['addresses']) }
      : {},
  };
}

function withoutType(options: unknown): unknown {
  const { type, ...others } = isRecord(options) ? options : {};
  return type === undefined && Object.keys(others).length === 0 ? {} : typedIn(others);
}

/** The type of an address is a form field like any other. */
function addressesOf(addresses: unknown): unknown {
  if (!Array.isArray(addresses)) return undefined;
  return addresses.map((entry) =>
    isRecord(entry)
      ? Object.fromEntries(Object.entries(entry).map(([name, value]) => [name, typedIn(value)]))
      : {},
  );
}

/** Amounts as they are entered, instead of 1000 times the amount. */
function withTypedAmounts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withTypedAmounts);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) =>
      name === 'amount' && typeof inner === 'number'
        ? [name, String(inner / 1000)]
        : [name, withTypedAmounts(inner)],
    ),
  );
}

const account = {
  senders: { Sms: 'MyCompany', Whatsapp: '+41791234567', Rcs: 'my-agent' },
  rules: {},
};

/** The request that the node makes of the form when a message arrives; the message names the recipient if the form does not. */
async function sentBy({ channel, ...fields }: ReturnType<typeof storedFrom>): Promise<unknown> {
  const { to, toList } = fields;
  const msg = {
    _msgid: '1',
    payload: 'Text',
    ...(isEmpty(to) && isEmpty(toList) ? { to: '+41791234567' } : {}),
  };
  const name = wordIn(channel, [...channels, '']);
  if (name === undefined) throw new Error('The node does nothing without a channel.');
  const requestFrom = { name: 'requestFrom', t: 'msg', v: '' };
  const setting = { recipients: 'one', ifTooLong: 'cut', requestFrom, channel: name, ...fields } as const;
  // Everything was entered, so the platform is only needed to read numbers and switches.
  return (await requestOf(setting, Object({ RED: { util }, node: {}, msg }), account)).request;
}

test(`the editor and the contract judge ${RUNS} messages alike (seed ${SEED})`, async () => {
  const seen = { right: 0, wrong: 0 };
  await fc.assert(
    fc.asyncProperty(
      messageRequest,
      fc.oneof(fc.constant([]), fc.array(damage, { minLength: 1, maxLength: 3 })),
      async (request, wounds) => {
        const stored = storedFrom(damaged(request, wounds));
        // The message names the channel, and which senders are right depends on it.
        fc.pre(stored['channel'] !== '');
        const inEditor = contractProblems(draftOf(stored));
        const sent = await sentBy(stored).catch((error: unknown) => String(error));
        const verdict = judgeMessage(sent);
        seen[verdict.ok ? 'right' : 'wrong'] += 1;
        if (verdict.ok === (inEditor.length === 0)) return;
        throw new Error(
          JSON.stringify({ stored, inEditor, sent, problems: verdict.ok ? [] : verdict.findings }),
        );
      },
    ),
    { numRuns: RUNS, seed: SEED },
  );
  printFigure(`Editor and contract: ${seen.right} right, ${seen.wrong} wrong, FUZZ_SEED=${SEED}`);
  expect(Math.min(seen.right, seen.wrong)).toBeGreaterThan(RUNS / 5);
});
