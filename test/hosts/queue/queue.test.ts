import { sameMoment } from './scenarios/sameMoment';
import { startContext, type Context } from './scenarios/context';
import { events } from './scenarios/events';
import { waits } from './scenarios/waits';
import { workerKilled } from './scenarios/workerKilled';

/**
 * n8n in queue mode: two webhook processors and two workers, PostgreSQL and Redis. One cluster for all tests, because it takes half a
 * minute to start.
 */
jest.setTimeout(900_000);

let context: Context;
beforeAll(async () => {
  context = await startContext();
});
afterAll(async () => {
  await context?.stop();
});

describe('events', () => events(() => context));
describe('waits', () => waits(() => context));
describe('one key at the same moment', () => sameMoment(() => context));
describe('a worker that dies', () => workerKilled(() => context));
