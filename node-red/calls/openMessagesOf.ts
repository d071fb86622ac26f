import { serviceOf, type LastingHost } from '../service/lasting';
import { OpenMessages } from './openMessages';

/** The open messages of an account, by the id of its config node. */
export function openMessagesOf(RED: LastingHost, account: string): OpenMessages {
  return serviceOf(RED, account).part(OpenMessages);
}
