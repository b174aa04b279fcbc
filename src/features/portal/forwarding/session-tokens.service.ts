import { Injectable } from '@nestjs/common';
import { OwnTokens, type OwnToken } from '../../../core/auth/own-tokens/own-tokens.js';
import { Clock } from '../../../core/time/clock.js';
import type { PortalSession } from '../lookup/session-lookup.service.js';

// Long enough for the guards of the request; long responses request another one.
const SPARE_MS = 60_000;
// As many sessions as the lookup remembers; a token has half a KB.
const MOST_KEPT = 5_000;

interface KeptToken extends Pick<OwnToken, 'endsAt'> {
  /**
   * The whole header, built once: a text concatenated for each request would also be copied each
   * time.
   */
  readonly header: string;
  /** The person's proof when the token was signed. */
  readonly proof: string;
}

/** The header Authorization of a session (portal-sessions 5.5), with a token for many requests. */
@Injectable()
export class SessionTokens {
  // A Map keeps the order of insertion: the first entry expires first.
  private readonly kept = new Map<string, KeptToken>();

  constructor(
    private readonly tokens: OwnTokens,
    private readonly clock: Clock,
  ) {}

  /**
   * Synchronous while a token is cached.
   * @throws 503 if no key is known because the metadata store cannot be reached
   */
  authorizationOf(session: PortalSession): string | Promise<string> {
    const kept = this.kept.get(session.sessionId);
    const isCurrent = kept?.proof === textOf(session) && kept.endsAt - SPARE_MS > this.clock.now().getTime();
    return isCurrent ? kept.header : this.sign(session);
  }

  private async sign(session: PortalSession): Promise<string> {
    const { token, endsAt } = await this.tokens.sign(session);
    const header = `Bearer ${token}`;
    const [oldest] = this.kept.keys();
    if (this.kept.size >= MOST_KEPT && oldest !== undefined) this.kept.delete(oldest);
    this.kept.delete(session.sessionId);
    this.kept.set(session.sessionId, { header, endsAt, proof: textOf(session) });
    return header;
  }
}

/** The part of a session's proof that a step-up changes. */
const textOf = ({ proof }: PortalSession): string =>
  `${proof.authTime?.getTime() ?? ''} ${proof.amr.join(' ')}`;
