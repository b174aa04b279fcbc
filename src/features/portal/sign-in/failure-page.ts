import type { NextFunction, Response } from 'express';
import type { PlatformRequest } from '../../../core/shared/platform-request.js';
import { isNavigation } from '../rules/page-paths.policy.js';
import { signInFailurePage } from '../rules/sign-in-pages.policy.js';

const ROUTES = /^\/v1\/portal\/(?:sign-in|callback|oidc\/[^/]+\/callback|saml\/[^/]+\/(acs|finish))$/;

/**
 * Redirects every failed sign-in of a browser to the page that explains it (portal-sessions 1.11).
 */
export function leadFailuresToPage(request: PlatformRequest, _response: Response, next: NextFunction): void {
  const route = ROUTES.exec(request.path);
  // A directory sends the browser here with a form.
  const method = route?.[1] === 'acs' ? 'GET' : request.method;
  if (route && isNavigation(method, request.headers.accept))
    request.failurePage = (error) => signInFailurePage(error, '/');
  next();
}
