import type { SentenceValues } from '../../core/contract/sentences';
import type { Place } from '../../core/forms/place';

/** What is wrong: a sentence of the contract or a text of the catalog (`editor.problems`), with its values and its place on the form. */
export interface EditorProblem {
  key: string;
  values?: SentenceValues;
  where?: Place;
}
