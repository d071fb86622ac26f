import fc from 'fast-check';

import { findingsIn, type Sign } from '../../../core/receive/signs';
import { Fuzzing } from '../fuzzing';

/** The worst that is found: what a reader of answers goes by. */
function worstOf(answer: unknown): Sign | undefined {
  const signs = findingsIn(answer).map(({ sign }) => sign);
  return (['bad', 'unreadable', 'good'] as const).find((sign) => signs.includes(sign));
}

const bad: Record<string, string[]> = {
  'the truth of success': [
    '{"success":false}',
    '{"success":"false"}',
    '{"success":0}',
    '{"Success":"False"}',
    '{"IS_SUCCESS":"0"}',
    '{"success":"NO"}',
    '{"accepted":"no"}',
    '{"isOk":"N"}',
    '{"ok":"nein"}',
    '{"acceptedCount":0}',
    '{"accepted":[]}',
    '{"Erfolg":false}',
  ],
  'a fault': [
    '{"rejected":true}',
    '{"rejectedCount":2}',
    '{"error_code":12}',
    '{"errorCode":"12"}',
    '{"fault":{"faultstring":"x"}}',
    '{"error":{"code":504}}',
    '{"error":{"traceId":"x"}}',
    '{"error":"Bad."}',
    '{"errors":["x"]}',
    '{"err":"x"}',
    '{"hasErrors":"true"}',
    '{"failed":1}',
    '{"exception":"java.lang.IllegalState"}',
    '{"isBlocked":"yes"}',
    '{"unsuccessful":true}',
    '{"notAccepted":"1"}',
    '{"not_sent":true}',
    '{"undelivered":true}',
    '{"invalidRecipients":["+41"]}',
    '{"Fehler":"Kein Guthaben"}',
    '{"erreur":"Solde insuffisant"}',
  ],
  'a code': [
    '{"status":400}',
    '{"status":"503"}',
    '{"statusCode":500}',
    '{"code":400,"message":"x"}',
    '{"resultCode":402}',
    '{"returnCode":"-12"}',
    '{"status":{"code":400}}',
    '{"status":"400 Bad Request"}',
    '{"status":"HTTP/1.1 502"}',
  ],
  'a word': [
    '{"result":"failed"}',
    '{"status":{"name":"REJECTED"}}',
    '{"status":["rejected"]}',
    '{"deliveryStatus":"failed"}',
    '{"status":"denied"}',
    '{"status":"NOTACCEPTED"}',
    '{"status":"not yet accepted"}',
    '{"status":"NO_CREDIT"}',
    '{"status":"low balance"}',
    '{"status":"Blacklisted"}',
    '{"status":"KO"}',
    '{"outcome":"DECLINED"}',
    '{"type":"error"}',
    '{"statut":"refusé"}',
    '{"estado":"RECHAZADO"}',
    '{"status":"Nicht angenommen"}',
    '{"stato":"rifiutato"}',
    '{"status":"abgelehnt"}',
    '{"message":"Rejected: no credit"}',
    '{"meta":{"status":"failed"}}',
    '{"result":"{\\"code\\":400}"}',
    '{"response":"<status>failed</status>"}',
  ],
};

const harmless = [
  '{"errors":[]}',
  '{"errors":{}}',
  '{"error":null}',
  '{"error":{}}',
  '{"error":"0"}',
  '{"error":{"code":0,"message":"No error"}}',
  '{"errorCode":0,"errorMessage":"Success"}',
  '{"errorCode":"000"}',
  '{"errorcode":200}',
  '{"errorCount":0}',
  '{"errorDescription":"none"}',
  '{"failureReason":""}',
  '{"failedAt":null}',
  '{"failed":"0"}',
  '{"rejectedCount":0}',
  '{"hasErrors":false}',
  '{"noErrors":true}',
  '{"blocked":false}',
  '{"accepted":["+41791234567"],"rejected":[]}',
  '{"code":0}',
  '{"status":"queued"}',
  '{"status":"PENDING_ACCEPTED"}',
  '{"status":{"groupId":1,"groupName":"PENDING","id":500,"name":"PENDING_ACCEPTED","description":"Message sent to next instance"}}',
  '{"statusCode":202}',
  '{"status":201}',
  '{"success":1}',
  '{"acceptedAt":"2026-01-01T00:00:00Z"}',
  '{"result":{"messageId":"a1"}}',
  '{"result":true}',
  '{"message":"OK"}',
  '{"message":"Your message was accepted"}',
  '{"message":"Thank you"}',
  '{"warnings":["The sender is long"]}',
  '{"errorUrl":"https://x"}',
  '{"onError":"retry"}',
  '{"content":{"text":"Your payment failed"}}',
  '{"text":"Your payment failed"}',
  '{"notification":{"forEvent":"ErrorOnly"}}',
  '{"links":{"cancel":"https://x","error":"y"}}',
  '{"validityPeriod":480,"quota":500,"timeout":30,"blocks":2,"countryCode":400,"zip":"4000","price":404,"retryCount":500}',
  '{"recipients":{"totalSentCount":1,"totalDeliveredCount":0,"totalDeliveryFailedCount":0,"items":[{"status":"sent"}]}}',
  '{"delivered":false,"received":false,"read":false,"expiresAt":"2026-01-01"}',
  '{"sid":"SM1","status":"queued","error_code":null,"error_message":null,"price":null}',
  '{"failover":true,"cancelable":true,"default":true,"carrier":"Error"}'.replace(
    '"carrier":"Error"',
    '"carrier":"Swisscom"',
  ),
  '{"responseTime":404,"state":"EN_ROUTE"}',
];

const unreadable = [
  '{"status":"Frobnicated"}',
  '{"status":7}',
  '{"result":"0"}',
  '{"accepted":"maybe"}',
  '{"sent":false}',
  '{"status":"partially accepted"}',
  '{"warnings":["The sender was rejected"]}',
  '{"verdikt":"rejected"}',
];

describe('what an answer says about success', () => {
  it.each(Object.entries(bad).flatMap(([kind, texts]) => texts.map((text) => [kind, text] as const)))(
    'is bad by %s: %s',
    (_kind, text) => {
      expect(worstOf(JSON.parse(text))).toBe('bad');
      expect(worstOf([{ data: JSON.parse(text) as unknown }])).toBe('bad');
    },
  );

  it.each(harmless)('is nothing, or good: %s', (text) => {
    expect(worstOf(JSON.parse(text)) ?? 'good').toBe('good');
  });

  it.each(unreadable)('cannot be read: %s', (text) => {
    expect(worstOf(JSON.parse(text))).toBe('unreadable');
  });
});

const fuzzing = new Fuzzing('signs of success');

const spell = fc.constantFrom(
  (words: string[]) =>
    words.map((word, index) => (index === 0 ? word : word[0]?.toUpperCase() + word.slice(1))).join(''),
  (words: string[]) => words.join('_'),
  (words: string[]) => words.join('-').toUpperCase(),
  (words: string[]) => words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join(' '),
  (words: string[]) => words.join(''),
);
const nest = fc.constantFrom(
  (value: object): unknown => value,
  (value: object): unknown => [value],
  (value: object): unknown => ({ data: value }),
  (value: object): unknown => ({ meta: { inner: [value] } }),
  (value: object): unknown => ({ messageId: 'id-1', response: value }),
);
const yes = fc.constantFrom<unknown>(true, 'true', 'TRUE', 'yes', 'Y', 1, '1');
const no = fc.constantFrom<unknown>(false, 'false', 'False', 'no', 'N', 0, '0');
const namesOfSuccess = fc.constantFrom<string[][]>(
  ['success'],
  ['is', 'success'],
  ['accepted'],
  ['was', 'accepted'],
  ['request', 'successful'],
);
const namesOfFault = fc.constantFrom<string[][]>(
  ['error'],
  ['has', 'error'],
  ['rejected'],
  ['is', 'rejected'],
  ['failed'],
  ['message', 'failed'],
  ['blocked'],
  ['sms', 'refused'],
  ['invalid'],
  ['was', 'denied'],
);
const namesOfState = fc.constantFrom<string[][]>(
  ['status'],
  ['delivery', 'status'],
  ['result'],
  ['message', 'state'],
  ['status', 'code'],
);
const refusals = fc.constantFrom<unknown>(
  'rejected',
  'REJECTED_NO_CREDIT',
  'failed',
  'not accepted',
  'denied',
  'invalid number',
  'abgelehnt',
  400,
  '502',
  -1,
  false,
  'no',
);
const consents = fc.constantFrom<unknown>(
  'queued',
  'accepted',
  'OK',
  'Message accepted',
  'sent',
  200,
  '202',
  true,
  'yes',
  'not rejected',
);

type Field = [words: string[], value: unknown];
const pair = (names: fc.Arbitrary<string[]>, values: fc.Arbitrary<unknown>): fc.Arbitrary<Field> =>
  fc.tuple(names, values);
const badField = fc.oneof(pair(namesOfSuccess, no), pair(namesOfFault, yes), pair(namesOfState, refusals));
const goodField = fc.oneof(pair(namesOfSuccess, yes), pair(namesOfFault, no), pair(namesOfState, consents));
const neutralField = pair(
  fc.constantFrom<string[][]>(['message', 'id'], ['timestamp'], ['price'], ['parts'], ['channel'], ['links']),
  fc.constantFrom<unknown>('id-1', 400, 'Sms', { self: '/' }, null, '2026-11-23'),
);

describe('polarity, value, nesting and spelling', () => {
  const written = (fields: Field[], spelled: (words: string[]) => string) =>
    Object.fromEntries(fields.map(([words, value], index) => [spelled(words) + ' '.repeat(index), value]));

  it('something bad is found wherever it stands, whatever is good beside it', () => {
    fuzzing.check(
      fc.property(
        badField,
        fc.array(fc.oneof(goodField, neutralField), { maxLength: 3 }),
        spell,
        nest,
        (field, others, spelled, nested) => {
          expect(worstOf(nested(written([...others, field], spelled)))).toBe('bad');
        },
      ),
    );
  });

  it('what is good or neutral is never taken for bad', () => {
    fuzzing.check(
      fc.property(
        fc.array(fc.oneof(goodField, neutralField), { minLength: 1, maxLength: 4 }),
        spell,
        nest,
        (fields, spelled, nested) => {
          expect(worstOf(nested(written(fields, spelled))) ?? 'good').toBe('good');
        },
      ),
    );
  });

  fuzzing.testCount();
});
