import { isSentenceKey, sentenceOf } from '../../core/contract/sentences';
import { placeText } from '../../core/forms/place';
import { translate } from '../red';
import { formLabel, formText } from '../texts';
import type { EditorProblem } from './problem';

/** A problem in the user's language, with its place: `Buttons 2 › Title: at most 20 characters, got 27`. */
export function explain({ key, values = {}, where = [] }: EditorProblem): string {
  const text = isSentenceKey(key)
    ? sentenceOf({ key, values }, formText)
    : translate(`problems.${key}`, values);
  const place = placeText(where, formLabel);
  return place === '' ? text : `${place}: ${text}`;
}
