import { join } from 'node:path';
import type { NextFunction, Request, Response } from 'express';
import { BuiltPage } from './built-page.js';
import { redirectEncodedHash } from './encoded-hash.js';
import { isRead, serveAssets } from './serve-assets.js';

// `npm run build` writes each page to its own folder next to the compiled service.
const FOLDER = join(import.meta.dirname, '../../../public');

/**
 * A page for people without an account: it loads its own files, sends to this service, and may not
 * be framed.
 */
const HEADERS = new Map([
  ['Content-Type', 'text/html; charset=utf-8'],
  ['Cache-Control', 'no-store'],
  [
    'Content-Security-Policy',
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'; " +
      "frame-ancestors 'none'",
  ],
  ['Referrer-Policy', 'no-referrer'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
]);

/** Answers `GET /<name>` with the document of a page, and `/<name>/assets/...` with its files. */
const servePublicPage = (name: string, page: BuiltPage) => {
  const path = `/${name}`;
  const answerAsset = serveAssets(page, `${path}/assets/`);
  return (request: Request, response: Response, next: NextFunction): void => {
    if (redirectEncodedHash(path, request, response)) return;
    if (request.path !== path || !isRead(request.method)) return answerAsset(request, response, next);
    response.setHeaders(HEADERS);
    response.end(page.html);
  };
};

type Handler = ReturnType<typeof servePublicPage>;

interface PageMount {
  use(handler: Handler): unknown;
}

/**
 * Serves one of the pages for strangers, if this process was built with it; called by the
 * `configure` of its feature.
 */
export function mountPublicPage(adapter: PageMount, name: string, folder = FOLDER): void {
  const page = BuiltPage.read(join(folder, name));
  if (page) adapter.use(servePublicPage(name, page));
}
