import type { Request, Response } from 'express';
import { cookieName, readCookie, type CookieReading } from '../../../core/http/cookies.policy.js';
import type { PortalOrigin } from './portal-address.js';

type Name = 'session' | 'sign-in';

export const cookieOf = (request: Request, name: Name, { isSecure }: PortalOrigin): CookieReading =>
  readCookie(request.headers.cookie, cookieName(name, isSecure));

// Lax: a person who follows a link to the portal is signed in, also on the way back from the
// identity provider.
const optionsOf = ({ isSecure }: PortalOrigin) =>
  ({ httpOnly: true, secure: isSecure, sameSite: 'lax', path: '/' }) as const;

/** Sets one of the portal's cookies (portal-sessions 2.1). */
export function giveCookie(
  response: Response,
  name: Name,
  portal: PortalOrigin,
  { value, maxAgeMs }: { readonly value: string; readonly maxAgeMs: number },
): void {
  response.cookie(cookieName(name, portal.isSecure), value, { ...optionsOf(portal), maxAge: maxAgeMs });
}

/** Deletes one of the cookies. */
export function takeCookie(response: Response, name: Name, portal: PortalOrigin): void {
  response.clearCookie(cookieName(name, portal.isSecure), optionsOf(portal));
}
