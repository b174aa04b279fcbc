import type { NextFunction, Response } from 'express';
import type { PlatformRequest } from '../../../core/shared/platform-request.js';
import { isNavigation } from '../rules/page-paths.policy.js';
import { signInFailurePage } from '../rules/sign-in-pages.policy.js';

const ROUTES = new Set(['/v1/portal/sign-in', '/v1/portal/callback']);

/**
 * Redirects every failed sign-in of a browser to the page that explains it (portal-sessions 1.11).
 */
export function leadFailuresToPage(request: PlatformRequest, _response: Response, next: NextFunction): void {
  if (ROUTES.has(request.path) && isNavigation(request.method, request.headers.accept)) {
    request.failurePage = ({ entry }) => signInFailurePage(entry.code, '/');
  }
  next();
}

/** Passes the person's destination on to the failure page. */
export function rememberReturn(request: PlatformRequest, returnTo: string): void {
  if (request.failurePage) request.failurePage = ({ entry }) => signInFailurePage(entry.code, returnTo);
}
