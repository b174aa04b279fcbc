import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { JwtStrategy } from '../../../core/auth/tokens/jwt.strategy.js';
import { PlatformError, reasonOf } from '../../../core/shared/platform-error.js';
import { SystemQueries } from '../../../core/database/metadata/system-queries.js';
import { Clock } from '../../../core/time/clock.js';
import { PortalSecrets, type ProviderTokens } from '../lookup/portal-secrets.js';
import { SessionLookup, type PortalSession } from '../lookup/session-lookup.service.js';
import { END_SESSION } from '../lookup/sessions.queries.js';
import { PORTAL_ERRORS } from '../portal.errors.js';
import { renewalOf } from '../rules/session-times.policy.js';
import { IdentityProvider } from './identity-provider.js';
import { BEGIN_RENEWAL, KEEP_RENEWED } from './provider-sessions.queries.js';

// The time for two responses of the provider and one of the store; also the pause after a provider
// has not responded.
const RENEWAL_MS = 10_000;
// A request waits for another process's renewal as long as for one answer of the provider.
const WAIT_MS = 3_000;
const LOOK_EVERY_MS = 100;

/**
 * Asks the provider whether its sessions continue, by renewing their tokens before they expire
 * (portal-sessions 3.2): a person who was removed there loses the session here.
 */
@Injectable()
export class ProviderSessions {
  private readonly logger = new Logger(ProviderSessions.name);
  /** By session: one renewal at a time in this process. */
  private readonly renewing = new Map<string, Promise<void>>();

  constructor(
    private readonly sessions: SessionLookup,
    private readonly provider: IdentityProvider,
    private readonly tokens: JwtStrategy,
    private readonly store: SystemQueries,
    private readonly secrets: PortalSecrets,
    private readonly clock: Clock,
  ) {}

  /**
   * The session, if it continues; null if the provider has ended it. Synchronous unless its token has
   * expired.
   * @throws 503 if an expired token cannot be renewed because the provider does not answer
   */
  standing(session: PortalSession): PortalSession | null | Promise<PortalSession | null> {
    const need = session.isRenewable ? renewalOf(session, this.clock.now()) : 'none';
    if (need === 'none') return session;
    if (need === 'now') return this.renewed(session);
    this.renew(session).catch((error: unknown) => {
      this.logger.warn({
        msg: 'the tokens of a session could not be renewed ahead',
        reason: reasonOf(error),
      });
    });
    return session;
  }

  private async renewed(session: PortalSession): Promise<PortalSession | null> {
    await this.renew(session);
    const until = performance.now() + WAIT_MS;
    for (;;) {
      const now = await this.sessions.renew(session.cookie);
      if (!now) return null;
      if (now.renewals !== session.renewals) return now;
      if (performance.now() > until)
        throw new PlatformError(PORTAL_ERRORS.identityProviderUnavailable, {
          retryAfterSeconds: RENEWAL_MS / 1000,
        });
      await delay(LOOK_EVERY_MS);
    }
  }

  /** Renews the tokens unless another process does; ends a session that the provider ended. */
  private renew(session: PortalSession): Promise<void> {
    const { sessionId } = session;
    const flight =
      this.renewing.get(sessionId) ??
      this.claimAndRenew(session).finally(() => this.renewing.delete(sessionId));
    this.renewing.set(sessionId, flight);
    return flight;
  }

  private async claimAndRenew({ sessionId, renewals, subject, cookie }: PortalSession): Promise<void> {
    const now = this.clock.now();
    const until = new Date(now.getTime() + RENEWAL_MS);
    const claim = [sessionId, renewals, now, until];
    const [claimed] = await this.store.query<{ tokens_encrypted: Buffer }>(BEGIN_RENEWAL, claim);
    if (!claimed) return;
    const { refresh } = this.secrets.open(sessionId, claimed.tokens_encrypted) as ProviderTokens;
    const tokens = refresh === null ? null : await this.renewedBy(refresh);
    const claims = tokens && (await this.tokens.verify(tokens.access));
    if (!tokens || claims?.subject !== subject) {
      await this.store.query(END_SESSION, [sessionId]);
    } else {
      const sealed = this.secrets.seal(sessionId, tokens);
      const endsAt = new Date(claims.expiresAt * 1000);
      await this.store.query(KEEP_RENEWED, [sessionId, renewals, sealed, now, endsAt]);
    }
    await this.sessions.renew(cookie);
  }

  /**
   * @returns null if the provider refuses: the person no longer exists there, or the session was
   *   ended.
   * @throws 503
   */
  private async renewedBy(refresh: string): Promise<ProviderTokens | null> {
    try {
      return await this.provider.renew(refresh);
    } catch (error) {
      if (error instanceof PlatformError && error.entry === PORTAL_ERRORS.signInRefused) return null;
      throw error;
    }
  }
}
