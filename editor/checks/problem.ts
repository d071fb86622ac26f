import type { Said } from '../../core/errors/sentence';
import type { Path } from '../../core/contract/sentences';
import type { Place } from '../../core/forms/place';

/** What is wrong, in the words of the node itself, with its place on the form. */
export interface EditorProblem {
  said: Said;
  /** Empty if the text says it; by default the label of the row. */
  where?: Place;
  /** The row, and the field in what it stores; by default the row that is checked. */
  path?: Path;
}
