import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { PersonClaims } from '../../../core/auth/verified-tokens.js';
import { SystemQueries } from '../../../core/database/metadata/system-queries.js';
import type { SignInProof } from '../../../core/shared/auth-context.js';
import type { PlatformRequest } from '../../../core/shared/platform-request.js';
import { Clock } from '../../../core/time/clock.js';
import { AuditRows } from '../lookup/audit-row.js';
import { PortalAddress } from '../lookup/portal-address.js';
import { cookieOf, giveCookie } from '../lookup/portal-cookies.js';
import { newSecret, PortalSecrets, type ProviderTokens } from '../lookup/portal-secrets.js';
import { PORTAL_ACTIONS } from '../portal.audit.js';
import { endOf, LONGEST_MS } from '../rules/session-times.policy.js';
import { maskedAddress, shownAgent } from '../rules/shown-device.policy.js';
import { OPEN_SESSION } from './entry.queries.js';
import { SignInPeople } from './sign-in-people.service.js';

// More browsers than one person uses in half a day; beyond this number the oldest session ends, so
// that lists stay short.
const MOST_SESSIONS = 50;

/** A person who has proved who they are. */
export interface ProvenPerson extends Pick<PersonClaims, 'subject' | 'dataEnv' | 'onlyClientId'> {
  readonly proof: Omit<SignInProof, 'sessionId'>;
  /** The provider's tokens, which end the session when they end; null for other ways to sign in. */
  readonly provided: { readonly tokens: ProviderTokens; readonly endsAt: Date } | null;
  /** The latest end of the session; absent: the usual one. */
  readonly endsAt?: Date;
}

/** Opens sessions for people who have proved who they are, in any way (portal-sessions 9.1). */
@Injectable()
export class SessionOpener {
  constructor(
    private readonly store: SystemQueries,
    private readonly secrets: PortalSecrets,
    private readonly audit: AuditRows,
    private readonly people: SignInPeople,
    private readonly address: PortalAddress,
    private readonly clock: Clock,
  ) {}

  /**
   * Opens a session in the browser of a request, in place of the one that it had.
   * @returns the id of the session
   * @throws 403 for a person who is not active
   */
  async open(person: ProvenPerson, request: PlatformRequest, response: Response): Promise<string> {
    const { subject, dataEnv, onlyClientId, provided } = person;
    const portal = this.address.get();
    const former = cookieOf(request, 'session', portal);
    const now = this.clock.now();
    const sessionId = randomUUID();
    const cookie = newSecret();
    const proof = { ...person.proof, authTime: person.proof.authTime ?? now, sessionId };
    const auth = await this.people.admit({ subject, dataEnv, onlyClientId, proof });
    const tokenEndsAt = provided?.endsAt ?? person.endsAt ?? new Date(now.getTime() + LONGEST_MS);
    const isRenewable = provided !== null && provided.tokens.refresh !== null;
    const ipMasked = maskedAddress(request.ip);
    await this.store.query(OPEN_SESSION, [
      ...this.audit.valuesOf(auth, dataEnv, PORTAL_ACTIONS.signedIn, { session_id: sessionId }),
      sessionId,
      this.secrets.hash('session', cookie),
      subject,
      provided && this.secrets.seal(sessionId, provided.tokens),
      tokenEndsAt,
      isRenewable,
      endOf({ createdAt: now, lastSeenAt: now, tokenEndsAt, isRenewable }),
      proof.authTime,
      proof.amr,
      ipMasked,
      shownAgent(request.headers['user-agent']),
      MOST_SESSIONS - 1,
      former.kind === 'value' ? this.secrets.validHashes('session', former.value) : null,
      proof.connectionId,
      proof.breakGlassId,
      onlyClientId,
    ]);
    if (auth !== null) await this.people.note(auth, ipMasked);
    giveCookie(response, 'session', portal, { value: cookie, maxAgeMs: LONGEST_MS });
    return sessionId;
  }
}
