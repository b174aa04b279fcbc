import { Injectable } from '@nestjs/common';
import type { Assignment } from '../../../core/auth/caller.js';
import { PortalIdentities } from '../../../core/auth/portal-identities.js';
import type { AuthContext, Tenant } from '../../../core/shared/auth-context.js';
import { PlatformError } from '../../../core/shared/platform-error.js';
import { LiveSessions } from '../../portal/entry/live-sessions.service.js';
import { PORTAL_ERRORS } from '../../portal/portal.errors.js';
import type { BegunSignIn } from '../lookup/sign-in-store.service.js';

/**
 * The person at the end of an operation, and whether the required connection locks them out (access
 * 4.13).
 */
export interface Acting {
  readonly auth: AuthContext;
  readonly isShutOut: boolean;
}

/**
 * The rights that a person has at the end of an operation that began while signed in
 * (single-sign-on 4.9).
 */
@Injectable()
export class BegunSessions {
  constructor(
    private readonly sessions: LiveSessions,
    private readonly identities: PortalIdentities,
  ) {}

  /**
   * The person, in the session in which it began; null if this session gives no role of the client.
   * @throws 400 if the session has ended
   */
  async actingFor(
    { userId, sessionId }: Pick<BegunSignIn, 'userId' | 'sessionId'>,
    { clientId, dataEnv }: Tenant,
  ): Promise<Acting | null> {
    const claims = sessionId === null ? null : await this.sessions.claimsOf(sessionId);
    if (!claims) throw new PlatformError(PORTAL_ERRORS.signInNotKnown);
    const caller = await this.identities.resolve(claims);
    const isOfClient = (it: Assignment): boolean => it.clientId === clientId;
    const counting = caller.assignments.find(isOfClient);
    const held = counting ?? caller.shutOut.find(isOfClient);
    if (!held || caller.userId !== userId || caller.dataEnv !== dataEnv) return null;
    const { role: scope, organisationId } = held;
    const principal = { kind: 'bearer', id: caller.userId, organisationId, ...caller.proof } as const;
    return { auth: { clientId, dataEnv, scope, principal }, isShutOut: counting === undefined };
  }
}

/** The session in which a person asks; null: they used a token of the identity provider. */
export const sessionOf = ({ principal }: AuthContext): string | null =>
  principal.kind === 'bearer' ? principal.sessionId : null;
