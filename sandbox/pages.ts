import { join } from 'node:path';
import express, { Router } from 'express';
import { pagesFolder } from './folder';
import { descriptionText } from './service/description';

/** Only the sandbox's own scripts run in its pages; images and videos may come from anywhere, because messages name them by URL. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  'img-src * data:',
  'media-src *',
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join('; ');

/** The pages for a browser: the phone at `/phone`, the description of the service at `/docs` and `/openapi.yaml`. */
export function pages(): Router {
  const router = Router();
  router.use((_request, response, next) => {
    response.set({ 'Content-Security-Policy': CONTENT_SECURITY_POLICY, 'X-Content-Type-Options': 'nosniff' });
    next();
  });
  router.get('/', (_request, response) => response.redirect('/phone/'));
  router.get(
    '/openapi.yaml',
    (_request, response) => void response.type('application/yaml').send(descriptionText),
  );
  for (const page of ['phone', 'docs']) router.use(`/${page}`, express.static(join(pagesFolder, page)));
  return router;
}
