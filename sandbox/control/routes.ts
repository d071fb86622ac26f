import { json, Router, type ErrorRequestHandler, type Request, type Response } from 'express';
import { z } from 'zod/v4';
import { faultList } from '../service/faults';
import type { ServiceAccount } from '../state/account';
import { withPlus } from '../state/numbers';
import { outcomeList } from '../state/outcomes';
import { streamEvents } from './events';
import { clockInput, inboundInput, settingsInput, stateInput } from '../options';

const LONGEST_WAIT = 60_000;
const FEW = 500;

/** The test API below `/sandbox`: what a test and the phone page see and do, as JSON. */
export function controlRoutes(account: ServiceAccount): Router {
  const router = Router();
  router.use(json({ limit: '1mb' }));
  router.get('/messages', (request, response) => void response.json(latest(account.messages.all(), request)));
  router.get('/messages/next', (request, response) => nextMessage(account, request, response));
  router.get('/messages/:id', (request, response) => {
    const message = account.messages.get(request.params.id);
    if (message) response.json(message);
    else refuse(response, 404, `There is no message with the id '${request.params.id}'.`);
  });
  router.post('/messages/:id/state', (request, response) => {
    const { state, errorCode, errorMessage } = stateInput.parse(request.body);
    const error =
      state === 'Failed'
        ? { code: errorCode ?? 'Failed', message: errorMessage ?? 'Not delivered.' }
        : undefined;
    const message = account.messages.get(request.params.id);
    if (message === undefined)
      refuse(response, 404, `There is no message with the id '${request.params.id}'.`);
    else if (account.messages.setState(message, state, error)) response.json(message);
    else refuse(response, 409, `The message is ${message.state} and cannot become ${state}.`);
  });
  router.get('/inbound', (request, response) => void response.json(latest(account.inbound.all(), request)));
  router.post('/inbound', async (request, response) => {
    response.json(await account.inbound.receive(inboundInput.parse(request.body)));
  });
  router.get('/pushes', (request, response) => void response.json(latest(account.pushes.all(), request)));
  router.get('/calls', (request, response) => void response.json(latest(account.calls.all(), request)));
  router.get('/settings', (_request, response) => void response.json(account.settings));
  router.put(
    '/settings',
    (request, response) => void response.json(account.change(settingsInput.parse(request.body))),
  );
  router.get('/overview', (request, response) => void response.json(overview(account, request)));
  router.get('/clock', (_request, response) => void response.json({ now: account.clock.now() }));
  router.post('/clock', (request, response) => {
    account.advanceClock(clockInput.parse(request.body).advance);
    response.json({ now: account.clock.now() });
  });
  router.post('/reset', (_request, response) => {
    account.reset();
    response.status(204).end();
  });
  router.get('/events', (request, response) => streamEvents(account, request, response));
  router.get('/media/:id', (request, response) => sendMedia(account, request.params.id, response));
  router.use((request, response) =>
    refuse(response, 404, `There is no ${request.method} ${request.originalUrl}.`),
  );
  router.use(refuseInvalid);
  return router;
}

/** The present state for the phone page, with as many of the newest messages and other entries as it asks for. */
function overview(account: ServiceAccount, { query }: Request): object {
  const { people, groups } = account.addressBook;
  const messages = Number(query.messages ?? FEW);
  const others = Number(query.others ?? FEW);
  return {
    messages: newest(account.messages.all(), messages),
    inbound: newest(account.inbound.all(), messages),
    pushes: newest(account.pushes.all(), others),
    calls: newest(account.calls.all(), others),
    settings: account.settings,
    now: account.clock.now(),
    people: Object.fromEntries(people.map(({ name, number }) => [name, withPlus(number)])),
    groups,
    templates: account.templates,
    faults: faultList,
    outcomes: outcomeList,
  };
}

/** The newest entries in order, as many as `?limit=` says. */
function latest<Entry>(entries: Entry[], { query }: Request): Entry[] {
  return newest(entries, Number(query.limit ?? FEW));
}

function newest<Entry>(entries: Entry[], count: number): Entry[] {
  return count > 0 ? entries.slice(-count) : [];
}

/** Waits for the first message after the sequence number `?after=`; without it, for the next one to be accepted. */
async function nextMessage(account: ServiceAccount, request: Request, response: Response): Promise<void> {
  const after = Number(request.query.after ?? account.newest);
  const timeout = Math.min(Number(request.query.timeout ?? 30_000), LONGEST_WAIT);
  const message = await account.changes.until(() => account.messages.after(after), timeout);
  if (message) response.json(message);
  else response.status(204).end();
}

/** An uploaded file comes from the customer: a browser may show it, but must run nothing in it. */
function sendMedia(account: ServiceAccount, mediaId: string, response: Response): void {
  const media = account.media.get(mediaId);
  if (media === undefined) return refuse(response, 404, `There is no media file with the id '${mediaId}'.`);
  response
    .set({
      'Content-Type': media.type,
      'Content-Security-Policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
      'X-Content-Type-Options': 'nosniff',
    })
    .send(media.bytes);
}

function refuse(response: Response, status: number, error: string): void {
  response.status(status).json({ error });
}

const refuseInvalid: ErrorRequestHandler = (error, _request, response, next) => {
  if (response.headersSent) next(error);
  else if (error instanceof z.ZodError) refuse(response, 400, z.prettifyError(error));
  else if (error instanceof SyntaxError) refuse(response, 400, `The body is not JSON: ${error.message}`);
  else refuse(response, 500, error instanceof Error ? error.message : String(error));
};
