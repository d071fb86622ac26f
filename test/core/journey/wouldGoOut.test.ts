import { checkMessage } from '../../../core/client';
import { wouldGoOut } from '../../../core/journey';

const ANNA = '+41791234567';
const BEAT = '+41781234567';
const person = (address: string) => ({ type: 'Number', address });
const request = (changes: object) =>
  checkMessage({
    channel: 'Sms',
    from: 'Test',
    to: ANNA,
    content: { type: 'Text', text: 'Hello' },
    ...changes,
  });
const optedOut = (address: string) => ({
  address,
  accepted: false,
  messageId: undefined,
  error: { code: 'opted_out', message: 'No' },
});

describe('a message that is only checked', () => {
  it('would go out as it is, with its pages', async () => {
    const checked = await request({});
    const out = await wouldGoOut(checked, {});
    expect(Object.keys(out)).toEqual(['request', 'pages']);
    expect(out.request).toBe(checked);
    expect(out.pages).toMatchObject({ pages: 1, encoding: 'GSM-7' });
  });

  it('names those who would get nothing, and goes to the others', async () => {
    const several = await request({ to: undefined, toList: [person(ANNA), person(BEAT)] });
    const out = await wouldGoOut(several, { leftOut: [optedOut(ANNA)] });
    expect(out.leftOut).toEqual([ANNA]);
    expect(out.request.toList).toEqual([expect.objectContaining({ address: BEAT })]);
  });

  it('has pages only as an SMS', async () => {
    const { pages } = await wouldGoOut(await request({ channel: 'Whatsapp', from: '+41795550100' }), {});
    expect(pages).toBeUndefined();
  });
});
