import { serviceOf, type LastingHost } from '../service/lasting';
import { Waits } from './waits';

/** The questions of an account, by the id of its config node. */
export function waitsOf(RED: LastingHost, account: string): Waits {
  return serviceOf(RED, account).part(Waits);
}
