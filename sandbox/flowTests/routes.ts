import { json, Router, type ErrorRequestHandler } from 'express';
import { WrongValue } from '../yaml';
import { checkTest, writeTest } from './format';
import { isFileName, TestStore } from './store';

/** The tests of the phone page, below `/sandbox/tests`. */
export function testRoutes(folder: string | undefined): Router {
  const store = new TestStore(folder);
  const router = Router();
  router.use(json({ limit: '1mb' }));
  router.param('file', (_request, response, next, file: string) => {
    if (isFileName(file)) next();
    else response.status(400).json({ error: `'${file}' is not the name of a test file.` });
  });
  router.get('/', async (_request, response) => void response.json(await store.all()));
  router.get('/:file', async (request, response) => {
    const found = (await store.all()).find(({ file }) => file === request.params.file);
    if (found && 'test' in found) response.type('application/yaml').send(writeTest(found.test));
    else response.status(404).json({ error: `There is no test '${request.params.file}' that can be read.` });
  });
  router.post('/', async (request, response) => {
    response.json({ file: await store.save(checkTest(request.body)) });
  });
  router.put('/:file', async (request, response) => {
    response.json({ file: await store.save(checkTest(request.body), request.params.file) });
  });
  router.delete('/:file', async (request, response) => {
    await store.delete(request.params.file);
    response.status(204).end();
  });
  const refuse: ErrorRequestHandler = (error, _request, response, next) => {
    if (response.headersSent) return next(error);
    const words = error instanceof Error ? error.message : String(error);
    response.status(error instanceof WrongValue ? 400 : 500).json({ error: words });
  };
  router.use(refuse);
  return router;
}
