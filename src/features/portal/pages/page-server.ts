import { randomBytes } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';
import { isPageRequest } from '../rules/page-paths.policy.js';
import type { BuiltPages } from './built-pages.js';

const ASSETS = '/portal/assets/';

// The names of assets change with what is in them.
const FOR_EVER = 'public, max-age=31536000, immutable';

const policyWith = (nonce: string): string =>
  `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data:; connect-src 'self'; ` +
  `font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;

/**
 * Serves the pages of the portal and their assets (portal-sessions section 8). Everything else goes
 * on to the routes.
 */
export const servePages =
  (pages: BuiltPages) =>
  (request: Request, response: Response, next: NextFunction): void => {
    const { method, path } = request;
    if (path.startsWith(ASSETS) && (method === 'GET' || method === 'HEAD')) {
      const asset = pages.asset(path.slice(ASSETS.length));
      if (!asset) return next();
      response.setHeader('Content-Type', asset.type);
      response.setHeader('Cache-Control', FOR_EVER);
      response.end(asset.content);
      return;
    }
    if (!isPageRequest(method, path, request.headers.accept)) return next();
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
    response.end(pages.page(nonce));
  };
