import type { SentenceValues } from '../../core/contract/sentences';
import type { Place } from '../../core/forms/place';

/** What is wrong: a sentence of the contract or a text of the catalog (`editor.problems`), with its values. */
export interface EditorProblem {
  key: string;
  values?: SentenceValues;
}

/** A problem with its place. */
export interface PlacedProblem extends EditorProblem {
  where: Place;
}
