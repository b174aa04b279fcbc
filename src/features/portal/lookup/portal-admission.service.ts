import { Injectable } from '@nestjs/common';
import { API_KEY_HEADER } from '../../../core/auth/api-keys/api-key.strategy.js';
import { PlatformError } from '../../../core/shared/platform-error.js';
import type { PlatformRequest } from '../../../core/shared/platform-request.js';
import { PORTAL_ERRORS } from '../portal.errors.js';
import { writeRefusal } from '../rules/browser-write.policy.js';
import { PortalAddress } from './portal-address.js';
import { cookieOf } from './portal-cookies.js';
import { SessionLookup, type PortalSession } from './session-lookup.service.js';

/** Whether a request has its own credential, which is not allowed with a session. */
export const bringsCredentials = ({ headers }: PlatformRequest): boolean =>
  headers.authorization !== undefined || headers[API_KEY_HEADER] !== undefined;

/** Finds the session of a browser's request, and checks what a browser may send. */
@Injectable()
export class PortalAdmission {
  constructor(
    private readonly address: PortalAddress,
    private readonly sessions: SessionLookup,
  ) {}

  /** Whether the request has a cookie of the session's name, with any value. */
  hasCookie(request: PlatformRequest): boolean {
    const { known } = this.address;
    return known !== null && cookieOf(request, 'session', known).kind !== 'absent';
  }

  /**
   * The session of a request; null if it has no valid one (portal-sessions 2.4). Returns
   * synchronously if the session was found a moment ago.
   * @param hasCredentials whether it has its own API key or token
   * @throws 403 for such credentials and for a write from another origin, 415 for another kind of
   *   body, 503 if the store cannot be reached
   */
  admit(
    request: PlatformRequest,
    hasCredentials: boolean,
  ): PortalSession | null | Promise<PortalSession | null> {
    const { known } = this.address;
    if (!known) return null;
    if (hasCredentials) throw new PlatformError(PORTAL_ERRORS.credentialsNotAllowed);
    const { method, headers } = request;
    const sent = { method, origin: headers.origin, contentType: headers['content-type'] };
    const refusal = writeRefusal(sent, known.origin);
    if (refusal) throw new PlatformError(refusal);
    const cookie = cookieOf(request, 'session', known);
    if (cookie.kind !== 'value') return null;
    return this.sessions.recall(cookie.value) ?? this.sessions.find(cookie.value);
  }
}
