import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { NextFunction, Request, Response } from 'express';
import { BuiltPage } from '../../../core/server/pages/built-page.js';
import { redirectEncodedHash } from '../../../core/server/pages/encoded-hash.js';
import { serveAssets } from '../../../core/server/pages/serve-assets.js';
import { wantsPage } from '../rules/page-paths.policy.js';

// `npm run build` puts the pages beside the compiled service: some 30 files of 1.5 MB together.
const FOLDER = join(import.meta.dirname, '../../../portal');

const ASSETS = '/portal/assets/';

const policyWith = (nonce: string): string =>
  `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data:; connect-src 'self'; ` +
  `font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;

/** The pages as they were built, or null where they are not. */
export const builtPages = (): BuiltPage | null => BuiltPage.read(FOLDER);

/** Serves the portal's pages and assets (portal-sessions section 8), and passes on all else. */
export const servePages = (pages: BuiltPage) => {
  const answerAsset = serveAssets(pages, ASSETS);
  const [before = '', after = ''] = pages.html.split('<title>', 2);
  return (request: Request, response: Response, next: NextFunction): void => {
    const { method, path, headers } = request;
    if (redirectEncodedHash('/invitations', request, response)) return;
    if (!wantsPage(method, path, headers.accept)) return answerAsset(request, response, next);
    const nonce = randomBytes(16).toString('base64');
    response.setHeaders(
      new Map([
        ['Content-Type', 'text/html; charset=utf-8'],
        ['Cache-Control', 'no-store'],
        ['Content-Security-Policy', policyWith(nonce)],
        ['Referrer-Policy', 'same-origin'],
        ['Cross-Origin-Opener-Policy', 'same-origin'],
      ]),
    );
    // The one document of all pages, with the nonce by which the library of components may add styles.
    response.end(`${before}<meta name="style-nonce" content="${nonce}"><title>${after}`);
  };
};
