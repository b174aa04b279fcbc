import type { Request, Response } from 'express';
import { cookieName, readCookie, type CookieReading } from '../../../core/http/cookies.policy.js';
import type { PortalOrigin } from './portal-address.js';

type Name = 'session' | 'sign-in';

export const cookieOf = (request: Request, name: Name, { isSecure }: PortalOrigin): CookieReading =>
  readCookie(request.headers.cookie, cookieName(name, isSecure));

// Lax: a link to a page of the portal arrives signed in, and so does the answer of the identity
// provider.
const optionsOf = ({ isSecure }: PortalOrigin) =>
  ({ httpOnly: true, secure: isSecure, sameSite: 'lax', path: '/' }) as const;

/** Hands a browser one of the portal's cookies (portal-sessions 2.1). */
export function giveCookie(
  response: Response,
  name: Name,
  portal: PortalOrigin,
  { value, maxAgeMs }: { readonly value: string; readonly maxAgeMs: number },
): void {
  response.cookie(cookieName(name, portal.isSecure), value, { ...optionsOf(portal), maxAge: maxAgeMs });
}

/** Has a browser forget one. */
export function takeCookie(response: Response, name: Name, portal: PortalOrigin): void {
  response.clearCookie(cookieName(name, portal.isSecure), optionsOf(portal));
}
