import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { NextFunction, Request, Response } from 'express';
import { BuiltPage } from '../../../core/server/pages/built-page.js';
import { redirectEncodedHash } from '../../../core/server/pages/encoded-hash.js';
import { isRead, serveAssets } from '../../../core/server/pages/serve-assets.js';
import type { Logo } from './logo.js';
import { wantsPage } from '../rules/page-paths.policy.js';

// `npm run build` writes the pages next to the compiled service: about 30 files, 1.5 MB in total.
const FOLDER = join(import.meta.dirname, '../../../portal');

const ASSETS = '/portal/assets/';

const policyWith = (nonce: string): string =>
  `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data:; connect-src 'self'; ` +
  `font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;

/** The name and the image of a deployment. */
export interface Brand {
  /** Undefined: the pages use their own name. */
  readonly name: string | undefined;
  readonly logo: Logo;
}

const LOGO = '/portal/logo';

/** In the document, fewer bytes than this cost a first view less than an extra request. */
const INLINE_BYTES = 1024;

const addressOf = ({ type, bytes }: Logo): string =>
  bytes.length <= INLINE_BYTES ? `data:${type};base64,${bytes.toString('base64')}` : LOGO;

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** An image that is opened directly runs no scripts. */
function answerLogo({ type, bytes }: Logo, response: Response): void {
  response.setHeader('Content-Type', type);
  response.setHeader('Cache-Control', 'public, max-age=3600');
  response.setHeader('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'");
  response.end(bytes);
}

/** The built pages, or null if there are none. */
export const builtPages = (): BuiltPage | null => BuiltPage.read(FOLDER);

/**
 * Serves the portal's pages and assets (portal-sessions section 8), and passes on everything else.
 */
export const servePages = (pages: BuiltPage, { name, logo }: Brand) => {
  const answerAsset = serveAssets(pages, ASSETS);
  const [start = '', after = ''] = pages.html.split('<title>', 2);
  const named = name === undefined ? '' : `<meta name="product" content="${escaped(name)}">`;
  const before = `${start}${named}<link rel="icon" href="${addressOf(logo)}">`;
  return (request: Request, response: Response, next: NextFunction): void => {
    const { method, path, headers } = request;
    if (redirectEncodedHash('/invitations', request, response)) return;
    if (path === LOGO && isRead(method)) return answerLogo(logo, response);
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
    // The document of all pages, with the nonce that allows the component library to add styles.
    response.end(`${before}<meta name="style-nonce" content="${nonce}"><title>${after}`);
  };
};
