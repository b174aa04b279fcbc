import type { NextFunction, Request, Response } from 'express';

/** The headers of every answer below /v1/portal (portal-sessions 1.8). */
const HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; " +
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  // The provider's redirect address contains a code.
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
};

/** Sets the headers of responses of the portal's own routes, with any status. */
export function pageHeaders(request: Request, response: Response, next: NextFunction): void {
  if (request.url.startsWith('/v1/portal/')) response.setHeaders(new Map(Object.entries(HEADERS)));
  next();
}
