import { judgeMessage, type Channel, type ContentType } from '../../../core/contract';
import { problemOf, problemText } from '../../../core/contract/problem';
import { said as saidOf, type SentenceKey } from '../../../core/contract/sentences';
import { textOf, type Values } from '../../../core/errors/sentence';
import { judgeRequest } from '../../../sandbox';

/** A request whose content or fields a test replaces. */
export type Draft = Record<string, unknown>;

/**
 * What is wrong with a single send, as sentences for a person; empty if it is valid. The description of the sandbox (sandbox/openapi.yaml) was written
 * from the specification independently, so it must judge each request of these tests in the same way. docs/readings.md decides who is right.
 */
export function problemsOf(request: unknown): string[] {
  const problems = problemsInContract(request);
  expect({ contract: problems.length === 0, request }).toEqual({
    contract: judgeRequest('message', request).ok,
    request,
  });
  return problems;
}

/** As the contract alone finds them, without what the specification does not name. */
export function problemsInContract(request: unknown): string[] {
  const judged = judgeMessage(request);
  const findings = judged.ok ? [] : judged.findings.filter(({ key }) => key !== 'halfCharacter');
  return findings.map((finding) => textOf(problemText(problemOf(finding, request))));
}

/** A problem as a person reads it. Its sentence stands only in `core/contract/sentences`; `got` is what was there. */
export function said(path: string, key: SentenceKey, values: Values = {}): string {
  return `${path}: ${textOf(saidOf({ key, values }))}`;
}

/** A valid SMS with `fields` in place of its own. */
export function sms(fields: Draft = {}): Draft {
  return {
    channel: 'Sms',
    from: 'MyCompany',
    to: '+41791234567',
    content: { type: 'Text', text: 'Hello' },
    ...fields,
  };
}

/** A valid WhatsApp message with `fields` in place of its own. */
export function whatsapp(fields: Draft = {}): Draft {
  return { ...sms(), channel: 'Whatsapp', from: '+41435000000', ...fields };
}

/** A valid RCS message with `fields` in place of its own. */
export function rcs(fields: Draft = {}): Draft {
  return { ...sms(), channel: 'Rcs', from: 'my-brand', ...fields };
}

/** A message for any channel, with this content. */
export function on(channel: Channel, content: unknown): Draft {
  return { Sms: sms, Whatsapp: whatsapp, Rcs: rcs }[channel]({ content });
}

/** `request` without the field. */
export function without(request: Draft, field: string): Draft {
  return Object.fromEntries(Object.entries(request).filter(([name]) => name !== field));
}

/** The smallest valid content of each type of the specification (chapter 2.4). */
export const smallestContents: Record<ContentType, Draft> = {
  Text: { type: 'Text', text: 'Hello' },
  Template: { type: 'Template', namespace: 'ns', name: 'reminder', language: { code: 'en' } },
  Image: { type: 'Image', mediaId: 'media-1' },
  Video: { type: 'Video', mediaId: 'media-1' },
  Document: { type: 'Document', mediaId: 'media-1' },
  Location: { type: 'Location', longitude: 8.5417, latitude: 47.3769 },
  Audio: { type: 'Audio', mediaId: 'media-1' },
  Sticker: { type: 'Sticker', mediaId: 'media-1' },
  Contacts: { type: 'Contacts', contacts: [{ name: { formattedName: 'Anna Muster' } }] },
  Interactive: {
    type: 'Interactive',
    action: { type: 'Button', buttons: [{ type: 'Reply', id: 'yes', title: 'Yes' }] },
  },
  InteractiveReply: { type: 'InteractiveReply' },
};

/** An emoji of one code point and two UTF-16 units, which shows in what unit a length is counted. */
export const EMOJI = '😀';
