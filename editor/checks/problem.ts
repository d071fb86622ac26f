/** What is wrong with a form: a key of the catalog (`editor.problems`) and the values in its text. */
export interface Problem {
  key: string;
  values?: Record<string, string | number>;
}

/** A problem and the way to it: the labels of the fields and the numbers of the entries (from 1) that lead there. */
export interface PlacedProblem extends Problem {
  where: string[];
}
