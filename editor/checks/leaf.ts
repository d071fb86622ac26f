import { countCharacters, hasEmoji, hasMarkdown } from '../../core/contract/patterns';
import type { FormField } from '../../core/forms';
import { isLeaf, literal, type Leaf } from '../form/values';
import { formatProblem } from './formats';
import type { Problem } from './problem';

type LeafField = Exclude<FormField, { kind: 'group' | 'oneOf' | 'list' }>;

/** What is wrong with a single value. Only what was typed in can be judged; what comes with the message is judged when it comes. */
export function checkLeaf(field: LeafField, stored: unknown): Problem | undefined {
  if (!isLeaf(stored) || stored.v === '') return field.required ? { key: 'required' } : undefined;
  const typed = literal(stored);
  return typed === undefined ? undefined : checkTyped(field, typed, stored);
}

function checkTyped(field: LeafField, typed: string, leaf: Leaf): Problem | undefined {
  switch (field.kind) {
    case 'text':
      return formatProblem(field.format, typed) ?? tooLong(field.maxLength, typed) ?? notPlain(field, typed);
    case 'number':
      return checkNumber(field, typed);
    case 'choice':
      return field.options.some(({ value }) => value === typed)
        ? undefined
        : { key: 'choice', values: { got: typed } };
    case 'boolean':
      return leaf.v === 'true' || leaf.v === 'false' ? undefined : { key: 'choice', values: { got: typed } };
  }
}

/** More characters than the service takes. */
export function tooLong(max: number | undefined, text: string): Problem | undefined {
  const got = countCharacters(text);
  return max !== undefined && got > max ? { key: 'tooLong', values: { max, got } } : undefined;
}

function notPlain(field: LeafField, text: string): Problem | undefined {
  if (field.noEmojis === true && hasEmoji(text)) return { key: 'noEmojis' };
  return field.noMarkdown === true && hasMarkdown(text) ? { key: 'noMarkdown' } : undefined;
}

interface NumberBounds {
  min?: number;
  max?: number;
  whole?: boolean;
}

/** What is wrong with a number that was typed in. */
export function checkNumber({ min, max, whole }: NumberBounds, typed: string): Problem | undefined {
  const value = typed.trim() === '' ? Number.NaN : Number(typed);
  if (!Number.isFinite(value)) return { key: 'number', values: { got: typed } };
  if (whole === true && !Number.isInteger(value)) return { key: 'wholeNumber', values: { got: typed } };
  if (min !== undefined && value < min) return { key: 'tooSmall', values: { min, got: typed } };
  if (max !== undefined && value > max) return { key: 'tooLarge', values: { max, got: typed } };
  return undefined;
}
