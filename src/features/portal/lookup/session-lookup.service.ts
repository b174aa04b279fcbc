import { Injectable } from '@nestjs/common';
import type { PersonClaims } from '../../../core/auth/verified-tokens.js';
import type { DataEnv } from '../../../core/shared/auth-context.js';
import { LookupCache, type Found } from '../../../core/database/lookup-cache.js';
import { SystemQueries } from '../../../core/database/metadata/system-queries.js';
import { SharedReads } from '../../../core/database/shared-reads.js';
import { Clock } from '../../../core/time/clock.js';
import { endOf, isUseDue } from '../rules/session-times.policy.js';
import { PortalSecrets } from './portal-secrets.js';
import { FIND_SESSIONS, NOTE_USE } from './sessions.queries.js';

// A session ends everywhere within a second; 800 ms leaves room for the request itself, as with API
// keys.
const CACHE_MS = 800;
// Leaves 300 ms for the answer, so that no request of a session in steady use waits for the store.
const REFRESH_AFTER_MS = 500;
// About 1 KB each. With more sessions in use within one second, the store is only queried more
// often.
const CACHE_ENTRIES = 5_000;

/** A valid session, and its person. */
export interface PortalSession extends PersonClaims {
  /** The value of its cookie. */
  readonly cookie: string;
  readonly sessionId: string;
  readonly tokenGivenAt: Date;
  readonly tokenEndsAt: Date;
  readonly isRenewable: boolean;
  readonly renewals: number;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
}

interface SessionRow {
  /** Index of the cookie that was asked for. */
  cookie: number;
  session_id: string;
  subject: string;
  data_env: DataEnv;
  token_given_at: Date;
  token_ends_at: Date;
  is_renewable: boolean;
  renewals: number;
  created_at: Date;
  last_seen_at: Date;
  ends_at: Date;
  auth_time: Date | null;
  amr: string[];
  connection_id: string | null;
  break_glass_id: string | null;
  only_client_id: string | null;
}

/** Finds the session of a cookie. Sessions that are looked up together share one statement. */
@Injectable()
export class SessionLookup {
  private readonly cache: LookupCache<PortalSession>;
  private readonly rows: SharedReads<string, SessionRow | undefined>;

  constructor(
    private readonly store: SystemQueries,
    private readonly secrets: PortalSecrets,
    private readonly clock: Clock,
  ) {
    this.cache = new LookupCache(clock, {
      maxAgeMs: CACHE_MS,
      refreshAfterMs: REFRESH_AFTER_MS,
      maxEntries: CACHE_ENTRIES,
    });
    this.rows = new SharedReads((cookies) => this.readRows(cookies));
  }

  /** The session, if it was found a moment ago, otherwise null. */
  recall(cookie: string): PortalSession | null {
    return this.cache.recall(cookie, () => this.ask(cookie));
  }

  /**
   * The session, or null for a cookie without one: unknown, ended, or of an inactive person.
   * @throws 503 when the store cannot be reached
   */
  find(cookie: string): Promise<PortalSession | null> {
    return this.cache.find(cookie, () => this.ask(cookie));
  }

  /** The same session, read again after a change. */
  renew(cookie: string): Promise<PortalSession | null> {
    return this.cache.renew(cookie, () => this.ask(cookie));
  }

  private async ask(cookie: string): Promise<Found<PortalSession> | null> {
    const row = await this.rows.read(cookie);
    if (!row) return null;
    const now = this.clock.now();
    const session = sessionOf(cookie, row);
    if (!isUseDue(session.lastSeenAt, now)) return { value: session, endsAt: row.ends_at.getTime() };
    const used = { ...session, lastSeenAt: now };
    const endsAt = endOf(used);
    await this.store.query(NOTE_USE, [row.session_id, now, endsAt]);
    return { value: used, endsAt: endsAt.getTime() };
  }

  private async readRows(cookies: readonly string[]): Promise<(SessionRow | undefined)[]> {
    const asked = cookies.flatMap((cookie, index) =>
      this.secrets.validHashes('session', cookie).map((hash) => ({ hash, index })),
    );
    const rows = await this.store.query<SessionRow>(FIND_SESSIONS, [
      asked.map(({ hash }) => hash),
      asked.map(({ index }) => index),
      this.clock.now(),
    ]);
    const found = new Map(rows.map((row) => [row.cookie, row]));
    return cookies.map((_, index) => found.get(index));
  }
}

function sessionOf(cookie: string, row: SessionRow): PortalSession {
  return {
    cookie,
    sessionId: row.session_id,
    subject: row.subject,
    dataEnv: row.data_env,
    proof: {
      authTime: row.auth_time,
      amr: row.amr,
      connectionId: row.connection_id,
      breakGlassId: row.break_glass_id,
      sessionId: row.session_id,
    },
    onlyClientId: row.only_client_id,
    tokenGivenAt: row.token_given_at,
    tokenEndsAt: row.token_ends_at,
    isRenewable: row.is_renewable,
    renewals: row.renewals,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
  };
}
