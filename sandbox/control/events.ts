import type { Request, Response } from 'express';
import type { ServiceAccount } from '../state/account';

/** Everything that happens, as server-sent events for the phone page: one event per change, named by its kind. */
export function streamEvents(account: ServiceAccount, request: Request, response: Response): void {
  response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
  response.write('retry: 1000\n\n');
  const stop = account.changes.listen(({ kind, ...rest }) => {
    if (kind === 'media') return;
    response.write(`event: ${kind}\ndata: ${JSON.stringify(rest)}\n\n`);
  });
  request.on('close', stop);
}
