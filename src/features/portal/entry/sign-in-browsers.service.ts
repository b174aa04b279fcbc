import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { PlatformRequest } from '../../../core/shared/platform-request.js';
import { PortalAddress } from '../lookup/portal-address.js';
import { cookieOf, giveCookie } from '../lookup/portal-cookies.js';
import { newSecret } from '../lookup/portal-secrets.js';
import { returnPath } from '../rules/return-path.policy.js';
import { signInFailurePage } from '../rules/sign-in-pages.policy.js';

/** Long enough to find a second factor; a page left open for longer must start again. */
export const SIGN_IN_MS = 10 * 60_000;

/** Browsers in which people sign in, in any way. */
@Injectable()
export class SignInBrowsers {
  constructor(private readonly address: PortalAddress) {}

  /**
   * The secret of a browser that has begun to sign in; null for every other one.
   * @throws 404 if there is no portal
   */
  of(request: PlatformRequest): string | null {
    const cookie = cookieOf(request, 'sign-in', this.address.get());
    return cookie.kind === 'value' ? cookie.value : null;
  }

  /**
   * The same for a browser that starts a sign-in. Two tabs share it, so that each can complete its
   * own sign-in.
   */
  begin(request: PlatformRequest, response: Response): string {
    const value = this.of(request) ?? newSecret();
    giveCookie(response, 'sign-in', this.address.get(), { value, maxAgeMs: SIGN_IN_MS });
    return value;
  }

  /** The page of the portal to which the person returns (portal-sessions 1.5). */
  returnPath(asked: unknown): string {
    return returnPath(asked, this.address.get().origin);
  }

  /** The address at which people sign in at the provider of the deployment. */
  providerUrl(returnTo: string): string {
    const url = new URL('/v1/portal/sign-in', this.address.get().origin);
    url.searchParams.set('return_to', returnTo);
    return url.href;
  }

  /** Passes the person's destination on to the page that explains a failure. */
  remember(request: PlatformRequest, returnTo: string): void {
    if (request.failurePage) request.failurePage = (error) => signInFailurePage(error, returnTo);
  }
}

/** Redirects a browser without Express's body, which repeats the address. */
export function leadTo(response: Response, url: string): void {
  response.status(303).setHeader('Location', url).end();
}
