import { z } from 'zod/v4';

import { valueAt } from '../reading';
import { countCharacters, countPages, nameOfCharacter, pagesOfWhole } from '../sms';
import { isAllowed, type AllowedRecipients } from './allowedRecipients';
import { contentSchema, type Content, type TextContent } from './content';
import { demand, field, type Rule, optionalText } from './field';
import { dateTime, recipientAddress } from './formats';
import { limits } from './limits';
import { channels, contentTypes, type Channel } from './names';
import { notificationSchema } from './notification';
import { isNumericSmsSender, isSmsSender, tidySmsSender } from './patterns';
import { isWhatsappUserId } from './phoneNumber';
import { recipientSchema, withoutRepeats } from './recipient';
import { forRecipient, numberFindings, oddNumbers } from './recipientNumber';
import type { Finding, Path, Placed } from './sentences';
import { adaptTexts, oddIn } from './texts';
import { judge, withGot } from './validate';

/**
 * What an account, or a setting of a node, changes about the rules of a message.
 */
export interface AccountRules {
  /** The country code for recipients with national numbers, such as `+41`; undefined if there is none. */
  readonly countryCode?: string | undefined;
  /** Whether the limits that the specification does not have are checked, too (docs/readings.md); they are unless this is false. */
  readonly strictLimits?: boolean | undefined;
  /** Whether an SMS is refused if its text has more pages than its page limit, so that the service would cut it. */
  readonly refuseCut?: boolean | undefined;
  /** The only recipients that may get anything; undefined if there is no such list. */
  readonly recipientsAllowed?: AllowedRecipients | undefined;
}

/** Which content each channel can carry (docs/readings.md). */
export const contentTypesOfChannel: Record<Channel, ReadonlyArray<Content['type']>> = {
  Sms: ['Text'],
  Whatsapp: contentTypes.filter((type) => type !== 'Sticker'),
  Rcs: contentTypes,
};

/**
 * Body of a single send (specification 2.1), and without its notification a message of a batch (2.2). Only a judged message has its branded
 * type, so that the client need not judge it again.
 */
const requestSchema = z.strictObject({
  channel: field(z.enum(channels), { label: 'Channel', help: 'The channel for the message.' }),
  from: field(z.string(), {
    label: 'From',
    help: 'The sender. SMS: up to 16 digits, or up to 11 letters, digits and symbols. WhatsApp: the number of your business account with its country code. RCS: the sender ID from the provider.',
    placeholder: 'e.g. MyCompany or +41795550100',
  }),
  to: field(recipientAddress().nullable().optional(), {
    label: 'To',
    help: 'Number of the recipient with its country code, starting with + or 00.',
    placeholder: 'e.g. +41791234567',
  }),
  toList: field(z.array(recipientSchema).nullable().optional(), {
    label: 'Recipients',
    help: 'Several recipients for the same message: numbers, or people and groups from the address book.',
  }),
  sendDate: field(dateTime().nullable().optional(), {
    label: 'Send At',
    help: 'When to send the message. If empty, it is sent at once.',
    placeholder: 'e.g. 2026-12-24T18:00:00Z',
  }),
  customerid: optionalText('Customer ID', 'Your own reference, kept with the message.', 'e.g. order-4711'),
  content: field(contentSchema, { label: 'Content', help: 'The content of the message.' }),
  notification: field(notificationSchema.optional(), {
    label: 'Status Notification',
    help: 'Who is notified of the status of the message, and when.',
  }),
});
export const messageRequestSchema = requestSchema.brand<'checked'>();

export type MessageRequest = z.infer<typeof messageRequestSchema>;

/** What the channel of a message and its account demand beyond its fields. */
type MessageRule = (message: MessageRequest, account: AccountRules) => Finding[];

const oneKindOfRecipient: MessageRule = ({ to, toList }) => {
  const single = to !== null && to !== undefined;
  const several = toList !== null && toList !== undefined;
  if (single && several) return [{ key: 'bothRecipients' }];
  if (!single && !several) return [{ key: 'noRecipient' }];
  return several && toList.length === 0 ? [{ key: 'emptyRecipients', path: ['toList'] }] : [];
};

/** WhatsApp shows no number of a person with a user ID, so no other channel reaches that person. */
const userIdOnItsChannel: MessageRule = ({ channel, to, toList }) => {
  if (channel === 'Whatsapp') return [];
  const finding = { key: 'userIdOnWhatsapp', values: { channel } } as const;
  const listed = (toList ?? []).flatMap(({ type, address }, index) =>
    type === 'Number' && isWhatsappUserId(address)
      ? [{ ...finding, path: ['toList', index, 'address'] }]
      : [],
  );
  return isWhatsappUserId(to ?? '') ? [{ ...finding, path: ['to'] }] : listed;
};

const smsSenderRule: Rule<string> = (from) => {
  if (isSmsSender(from)) return [];
  const number = tidySmsSender(from);
  return isNumericSmsSender(number)
    ? [{ key: 'smsSenderDigits', values: { number } }]
    : [numberFindings(from).find(({ key }) => key === 'numberReadings') ?? { key: 'smsSender' }];
};

const senderRules: Record<Channel, Rule<string>> = {
  Sms: smsSenderRule,
  Whatsapp: numberFindings,
  Rcs: demand((from) => from.length > 0, 'rcsSender'),
};

/** What is wrong with a sender on its channel. The sender must be spelled as it is sent (see `tidyRequest`). */
export function senderFindings(channel: Channel, from: string): Finding[] {
  return senderRules[channel](from);
}

const senderOfItsChannel: MessageRule = ({ channel, from }) =>
  senderFindings(channel, from).map((finding) => ({ ...finding, path: ['from'] }));

const contentOfItsChannel: MessageRule = ({ channel, content }, { strictLimits = true }) => {
  const carried = strictLimits || channel === 'Sms' ? contentTypesOfChannel[channel] : contentTypes;
  if (!carried.includes(content.type)) {
    return [
      {
        key: 'contentOfChannel',
        values: { channel, contents: carried.join(', ') },
        path: ['content', 'type'],
      },
    ];
  }
  if (content.type !== 'Text') return [];
  if (channel === 'Sms') return textOfForcedAlphabet(content);
  return strictLimits ? textOfChannel(channel, content.text) : [];
};

function textOfChannel(channel: Exclude<Channel, 'Sms'>, text: string): Finding[] {
  const longest = limits.longestText[channel];
  const length = countCharacters(text);
  return length > longest
    ? [
        {
          key: 'tooLongOnChannel',
          values: { max: longest, channel, got: length },
          path: ['content', 'text'],
        },
      ]
    : [];
}

/** With `forceGsm`, the service accepts no character outside the GSM alphabet (specification 2.4, SmsContentOptions). */
function textOfForcedAlphabet({ text, options }: TextContent): Finding[] {
  const forbidden = options?.forceGsm === true ? countPages(text).outsideGsm : [];
  return forbidden.length === 0
    ? []
    : [
        {
          key: 'outsideGsm',
          values: { got: forbidden.map(nameOfCharacter).join(' ') },
          path: ['content', 'text'],
        },
      ];
}

/** The service cuts the text of an SMS after the last page that is allowed. */
function textThatIsCut({ channel, content }: MessageRequest): Placed[] {
  if (channel !== 'Sms' || content.type !== 'Text') return [];
  const { text, options } = content;
  const { truncated, pageLimit } = countPages(text, options ?? {});
  if (!truncated) return [];
  const values = { pages: pagesOfWhole(text), max: pageLimit };
  return [{ key: 'tooManyPages', values, path: ['content', 'text'] }];
}

/** Everybody whom a message would reach, also by a status notification, must be among those whom the account allows. */
const recipientsOfAccount: MessageRule = ({ to, toList, notification }, { recipientsAllowed }) => {
  if (recipientsAllowed === undefined) return [];
  const judged = (type: string, address: string, path: Path): Placed[] => {
    if (type !== 'Number') return [{ key: 'recipientByName', path }];
    return isAllowed(recipientsAllowed, address) ? [] : [{ key: 'recipientNotAllowed', path }];
  };
  const single = to === undefined || to === null ? [] : judged('Number', to, ['to']);
  const several = (toList ?? []).flatMap(({ type, address }, index) =>
    judged(type, address, ['toList', index, 'address']),
  );
  const notified = (notification?.addresses ?? []).flatMap(({ type, address }, index) =>
    type === 'Sms' ? judged('Number', address, ['notification', 'addresses', index, 'address']) : [],
  );
  return [...single, ...several, ...notified];
};

const rules: readonly MessageRule[] = [
  oneKindOfRecipient,
  userIdOnItsChannel,
  senderOfItsChannel,
  contentOfItsChannel,
  recipientsOfAccount,
];

/** A message as it goes out, with `notes`, or what is wrong with it. */
export type Judgement =
  { ok: true; value: MessageRequest; notes: Placed[] } | { ok: false; findings: Placed[] };

/**
 * Judges a message by the rules of its account, to each recipient once, with its texts as its channel takes them (`adaptTexts`). `notes`: what was changed, and
 * texts and numbers that are probably a mistake. Never throws.
 */
export function judgeMessage(request: unknown, account: AccountRules = {}): Judgement {
  const { strictLimits = true, countryCode, refuseCut } = account;
  const adapted = adaptTexts(request, strictLimits);
  const refused = (findings: readonly Placed[]): Judgement => ({
    ok: false,
    findings: findings.map((each) => forAccount(each, countryCode, valueAt(adapted.request, each.path))),
  });
  const odd = oddIn(adapted.request);
  if (odd.binary.length > 0) return refused(odd.binary);
  const judged = judge(messageRequestSchema, adapted.request);
  if (!judged.ok) return refused(judged.findings);
  const message = judged.value;
  const findings = [
    ...rules.flatMap((rule) => rule(message, account)).map((each) => withGot(each, message)),
    ...(refuseCut === true ? textThatIsCut(message) : []),
    ...odd.errors,
  ];
  if (findings.length > 0) return refused(findings);
  const { toList } = message;
  const once = toList && withoutRepeats(toList);
  const count = (toList?.length ?? 0) - (once?.length ?? 0);
  const repeats: Placed[] = [{ key: 'repeatedRecipients', values: { count }, path: ['toList'] }];
  const notes = [
    ...(count === 0 ? [] : repeats),
    ...adapted.notes,
    ...odd.notes,
    ...oddNumbers(message, countryCode),
  ];
  return { ok: true, value: count === 0 ? message : { ...message, toList: once }, notes };
}

/** What is wrong, with what the account can do about it. */
function forAccount(finding: Placed, countryCode: string | undefined, value: unknown): Placed {
  const { key, path } = finding;
  if (path[0] === 'to' || path[0] === 'toList') return { ...forRecipient(finding, countryCode, value), path };
  return path[0] === 'from' && key === 'required' ? { key: 'senderRequired', path } : finding;
}
