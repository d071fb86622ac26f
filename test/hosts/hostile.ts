import { gzipSync } from 'node:zlib';

/** A call that nobody should make to a trigger, from a caller that is allowed to call. */
export interface HostileCall {
  headers: Record<string, string>;
  body: Buffer;
  /** The result: refused with a status from 400 to 499, or passed to the flow as an event of unknown kind. */
  becomes: 'refused' | 'unknown';
}

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const json = { 'content-type': 'application/json' };
const message = { from: '+41791112233', to: '+41795550100', channel: 'Sms', messageId: 'hostile' };
const nested = (levels: number) => `${'{"a":['.repeat(levels)}1${']}'.repeat(levels)}`;

function refused(body: string | Buffer, headers: Record<string, string> = json): HostileCall {
  return { headers, body: Buffer.from(body), becomes: 'refused' };
}
function unknown(body: string | Buffer, contentType: string): HostileCall {
  return { headers: { 'content-type': contentType }, body: Buffer.from(body), becomes: 'unknown' };
}

export const HOSTILE: Array<[string, HostileCall]> = [
  ['JSON of 20 MB', refused(JSON.stringify({ ...message, text: 'x'.repeat(20_000_000) }))],
  ['a text of 20 MB', refused('x'.repeat(20_000_000), { 'content-type': 'text/plain' })],
  ['100 MB packed into 100 kB', refused(gzipSync(Buffer.alloc(100_000_000, 'x')), { ...json, 'content-encoding': 'gzip' })],
  ['a packing that is none', refused(Buffer.from([0x1f, 0x8b, 0xff, 0xff, 0xff]), { ...json, 'content-encoding': 'gzip' })],
  ['nesting of 50 levels', refused(nested(50))],
  ['nesting of 100,000 levels', refused(nested(100_000))],
  ['a message with a field that nests 1,000 levels', refused(`{"from":"+41791112233","text":"x","more":${nested(1000)}}`)],
  ['JSON that ends too early', refused('{"from":"+41791112233","text":"x"')],
  ['two JSON texts', refused('{"from":"+41791112233","text":"x"}{"text":"y"}')],
  ['a message whose text is not UTF-8', refused(Buffer.concat([Buffer.from('{"from":"+41791112233","text":"'), Buffer.from([0xff, 0xc0, 0xaf]), Buffer.from('"}')]))],
  ['a message in Latin-1 that claims to be UTF-8', refused(Buffer.from('{"from":"+41791112233","text":"Grüezi"}', 'latin1'))],
  ['__proto__ in a message', refused('{"from":"+41791112233","text":"x","__proto__":{"polluted":"yes"}}')],
  ['__proto__ further down', refused('{"from":"+41791112233","content":{"text":"x","__proto__":{"polluted":"yes"}}}')],
  ['constructor.prototype', refused('{"from":"+41791112233","text":"x","constructor":{"prototype":{"polluted":"yes"}}}')],
  ['__proto__ in a text', refused('{"from":"+41791112233","text":"x","__proto__":{"polluted":"yes"}}', { 'content-type': 'text/plain' })],
  ['constructor.prototype of a type that nobody knows', refused('[{"constructor":{"prototype":{"polluted":"yes"}}}]', { 'content-type': 'text/x-message' })],
  ['a form with __proto__ further down', refused('text=x&a[__proto__][y]=2', form)],
  ['a form with constructor.prototype', refused('text=x&constructor%5Bprototype%5D%5Bx%5D=1', form)],
  ['a multipart form with __proto__', refused('--b\r\nContent-Disposition: form-data; name="a[__proto__][y]"\r\n\r\n2\r\n--b--\r\n', { 'content-type': 'multipart/form-data; boundary=b' })],
  ['200,000 fields', refused(JSON.stringify(Object.fromEntries(Array.from({ length: 200_000 }, (_, at) => [`f${at}`, 1]))))],
  ['XML', unknown('<message><from>+41791112233</from><text>x</text></message>', 'text/plain')],
  ['HTML', unknown('<!doctype html><title>Not found</title>', 'text/html')],
]; // prettier-ignore
