import { setMaxListeners } from 'node:events';

/** A controller of which thousands of messages may wait for the signal. Node.js would take more than ten listeners for a leak, and warn. */
export function sharedAbort(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}
