import { tidyRequest } from '../../core/client/request/tidyRequest';
import { judgeMessage, type AccountRules, type Channel } from '../../core/contract';
import { channelNamed } from '../../core/contract/names';
import { rule, said, type Path } from '../../core/contract/sentences';
import { placeOf } from '../../core/forms/place';
import type { Values } from '../values';
import { anyNumber, anySender, type FormDraft } from './draft';
import type { EditorProblem } from './problem';

/**
 * Everything that is wrong with what was entered in the form of a message, according to the contract. Addresses and content are checked
 * separately, so that a fault in one does not hide a fault in the other.
 */
export function contractProblems({ request, unknown }: FormDraft, rules: AccountRules = {}): EditorProblem[] {
  const { content, notification, ...addressing } = request;
  const channel = channelNamed(addressing['channel']);
  if (channel === undefined) return [{ said: rule('required'), where: ['Channel'], path: ['channel'] }];
  return [
    ...problemsIn({ ...addressing, content: { type: 'Text', text: 'Text' } }, unknown, rules),
    ...contentProblems(channel, { content, notification }, unknown, rules),
  ];
}

/** Everything that is wrong with a content on a channel. The content has the form that the service specifies. */
export function checkContent(channel: Channel, content: unknown, rules: AccountRules): EditorProblem[] {
  return contentProblems(channel, tidyRequest({ content }), [], rules);
}

function contentProblems(
  channel: Channel,
  parts: Values,
  unknown: FormDraft['unknown'],
  rules: AccountRules,
): EditorProblem[] {
  const request = { channel, from: anySender[channel], to: anyNumber, ...parts };
  // What is said about the recipient counts for nothing.
  return problemsIn(request, [...unknown, { path: ['to'] }], rules);
}

function problemsIn(request: Values, unknown: FormDraft['unknown'], rules: AccountRules): EditorProblem[] {
  const judged = judgeMessage(request, rules);
  if (judged.ok) return [];
  return judged.findings
    .filter(({ path }) => !unknown.some((value) => value.path.every((key, index) => key === path[index])))
    .map((finding) => ({ said: said(finding), ...placeIn(request, finding.path) }));
}

/** The place of a field of a request on the form, and where a node stores it: its row, and the path in what the row stores. */
export function placeIn(request: Values, path: Path): Pick<EditorProblem, 'where' | 'path'> {
  return { where: placeOf(path, request), path: pathInRows(path) };
}

function pathInRows(path: Path): Path {
  const [part, name, ...rest] = path;
  if (part !== 'content') return path;
  if (name === 'options') return ['smsOptions', ...rest];
  return name === 'type' ? ['contentType'] : path;
}
