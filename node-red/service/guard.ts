import { noneSent, type Counts } from '../../core/steps';

/** The counts of an account's rate limit per recipient. */
export class Guard {
  readonly counts: Counts = noneSent();
}
