import { tidyRequest } from '../../core/client/request/tidyRequest';
import { judgeMessage, type AccountRules, type Channel } from '../../core/contract';
import { channelNamed, channels } from '../../core/contract/names';
import { rule, said, type Path } from '../../core/contract/sentences';
import type { Variant } from '../../core/forms';
import { forms } from '../../core/forms/forms';
import { placeOf } from '../../core/forms/place';
import { asValues } from '../values';
import type { FormDraft } from './draft';
import type { EditorProblem } from './problem';

/** A valid recipient in place of one that nobody entered: what is said about it counts for nothing. */
const to = '+41791234567';
const standIn = { path: ['to'] };

/** A valid sender for each channel. */
const anySender: Record<Channel, string> = { Sms: 'Sender', Whatsapp: '+41791234567', Rcs: 'sender' };

/**
 * Everything that is wrong with what was entered in the form of a message, according to the contract. Addresses and content are checked
 * separately, so that a fault in one does not hide a fault in the other. Sender and recipient may come from the account and the message.
 */
export function contractProblems({ request, unknown }: FormDraft, rules: AccountRules = {}): EditorProblem[] {
  const { content, notification, ...addressing } = request;
  const channel = channelOfForm(addressing['channel'], asValues(content)['type']);
  if (channel === undefined) return [{ said: rule('required'), where: ['Channel'], path: ['channel'] }];
  const from = anySender[channel];
  // Which senders are right is known when the message names the channel.
  const channelKnown = addressing['channel'] === '' ? { channel, from } : {};
  const recipient = namesNobody(addressing) ? { to, toList: undefined } : {};
  const text = { type: 'Text', text: 'Text' };
  return [
    ...problemsIn(
      { from, ...addressing, ...recipient, ...channelKnown, content: text },
      namesNobody(addressing) ? [...unknown, standIn] : unknown,
      rules,
    ),
    ...problemsIn(
      { channel, from, to, content, ...(notification === undefined ? {} : { notification }) },
      [...unknown, standIn],
      rules,
    ),
  ];
}

/** Everything that is wrong with a content on a channel. The content has the form that the service specifies. */
export function checkContent(channel: Channel, content: unknown, rules: AccountRules): EditorProblem[] {
  return problemsIn({ channel, from: anySender[channel], to, content }, [standIn], rules);
}

function problemsIn(
  request: Record<string, unknown>,
  unknown: ReadonlyArray<Pick<FormDraft['unknown'][number], 'path'>>,
  rules: AccountRules,
): EditorProblem[] {
  // A list in `to`, which no form stores, counts as a list of recipients.
  if (Array.isArray(request['to']) && Array.isArray(request['toList']))
    return [{ said: rule('bothRecipients'), where: [], path: ['toList'] }];
  const tidy = tidyRequest(request, rules.countryCode);
  const judged = judgeMessage(tidy, rules);
  if (judged.ok) return [];
  return judged.findings
    .filter(({ path }) => !unknown.some((value) => value.path.every((key, index) => key === path[index])))
    .map((finding) => ({
      said: said(finding),
      where: placeOf(finding.path, tidy),
      path: pathInRows(finding.path),
    }));
}

/** Where a node stores the field of a request: its row, and the path in what the row stores. */
export function pathInRows(path: Path): Path {
  const [part, name, ...rest] = path;
  if (part !== 'content') return path;
  if (name === 'options') return ['smsOptions', ...rest];
  return name === 'type' ? ['contentType'] : path;
}

/** Whether a message has no recipient of its own. */
export function namesNobody(message: Record<string, unknown>): boolean {
  return [message['to'], message['toList']].every(
    (value) => value === undefined || value === null || value === '',
  );
}

/** The channel of a form; if the message names it, one that carries the content. Undefined for what is no channel. */
export function channelOfForm(channel: unknown, contentType: unknown): Channel | undefined {
  if (channel !== '') return channelNamed(channel);
  return channels.find((each) => forms.contentsOfChannel[each].some((type) => type === contentType)) ?? 'Sms';
}

/** The types of content that a form offers; all of them if the message names the channel. */
export function contentsOffered(channel: unknown): string[] {
  return channel === ''
    ? forms.contents.map(({ value }) => value)
    : forms.contentsOfChannel[channelNamed(channel) ?? 'Sms'];
}

/** The form of a content, if the channel carries it. `usualText` says what an empty text stands for. */
export function contentForm(channel: Channel, name: unknown, usualText: string): Variant | undefined {
  const content = forms.contents.find(({ value }) => value === name);
  if (content === undefined || !forms.contentsOfChannel[channel].includes(content.value)) return undefined;
  if (content.value !== 'Text') return content;
  const fields = content.fields.map((field) =>
    field.name === 'text' ? { ...field, required: false, placeholder: usualText } : field,
  );
  return { ...content, fields };
}
