import type { AccountRules } from '../../contract';
import { limits } from '../../contract/limits';
import { characterStart, countCharacters } from '../../sms';
import { isRecord } from '../../reading';

/**
 * A message as several, if its text is longer than its channel takes and the limits are strict; any other stays one. A text is divided at the last line break, or else
 * at the last space, in the second half of what fits, and never within what a person sees as one character.
 */
export function splitMessage(
  request: Record<string, unknown>,
  { strictLimits = true }: AccountRules = {},
): Array<Record<string, unknown>> {
  const { channel, content } = request;
  const longest = channel === 'Whatsapp' || channel === 'Rcs' ? limits.longestText[channel] : undefined;
  if (!strictLimits || longest === undefined || !isRecord(content) || content['type'] !== 'Text')
    return [request];
  const { text } = content;
  if (typeof text !== 'string' || countCharacters(text) <= longest) return [request];
  return partsOf(text, longest).map((part) => ({
    ...request,
    content: { ...content, text: part },
  }));
}

function partsOf(text: string, longest: number): string[] {
  const parts: string[] = [];
  let rest = text;
  while (countCharacters(rest) > longest) {
    const end = endOfPart(rest, longest);
    parts.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  const shown = [...parts, rest].filter((part) => part !== '');
  // Of nothing but spaces.
  return shown.length === 0 ? [text] : shown;
}

function endOfPart(text: string, longest: number): number {
  const fits = [...text.slice(0, 2 * longest)].slice(0, longest).join('');
  const half = fits.length / 2;
  for (const place of [fits.lastIndexOf('\n'), fits.lastIndexOf(' ')]) if (place > half) return place;
  const start = characterStart(text, 0, fits.length);
  return start > half ? start : fits.length;
}
