import { Injectable } from '@nestjs/common';
import { cameAsRequired } from '../../../core/auth/tenant-choice.policy.js';
import type { DataEnv } from '../../../core/shared/auth-context.js';
import type { AuditEvent } from '../../../core/shared/audit-event.js';
import type { PortalRole } from '../../../core/shared/roles.js';
import type { NamedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { notFound } from '../../../core/shared/platform-error.js';
import { SystemQueries } from '../../../core/database/metadata/system-queries.js';
import { RouteTable } from '../../../core/openapi/route-table.js';
import { Clock } from '../../../core/time/clock.js';
import { AuditRows } from '../lookup/audit-row.js';
import { PortalSecrets, type ProviderTokens } from '../lookup/portal-secrets.js';
import { SessionLookup, type PortalSession } from '../lookup/session-lookup.service.js';
import { PORTAL_ACTIONS } from '../portal.audit.js';
import { IdentityProvider } from '../provider/identity-provider.js';
import { permittedOperations } from '../rules/permitted-operations.policy.js';
import {
  END_OTHER_SESSIONS,
  END_OWN_SESSION,
  PERSON_OF_SESSION,
  SESSIONS_OF_PERSON,
  TOKENS_OF_SESSION,
} from './sessions.queries.js';
import type { Language } from './sessions.request.js';
import type { SessionItem, SessionPersonResponse } from './sessions.response.js';

interface ListedRow {
  session_id: string;
  created_at: Date;
  last_seen_at: Date;
  ends_at: Date;
  ip_masked: string;
  agent: string;
  amr: string[];
}

interface PersonRow {
  user_id: string;
  display_name: string;
  language: Language | null;
  timezone: string | null;
  client_id: string;
  business_name: string;
  role: PortalRole;
  is_default: boolean;
  required_connection_id: string | null;
  environments: DataEnv[];
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A person's own sessions. */
@Injectable()
export class SessionsService {
  // The declarations of routes do not change while the process runs.
  private readonly operations = new Map<string, string[]>();

  constructor(
    private readonly sessions: SessionLookup,
    private readonly store: SystemQueries,
    private readonly audit: AuditRows,
    private readonly provider: IdentityProvider,
    private readonly clock: Clock,
    private readonly routes: RouteTable,
    private readonly secrets: PortalSecrets,
  ) {}

  /**
   * The signed-in person, and what they may do (portal-sessions 6.6, 6.8).
   * @throws 404 for a person without an assignment
   */
  async person({ subject, dataEnv, onlyClientId, proof }: PortalSession): Promise<SessionPersonResponse> {
    const held = await this.store.query<PersonRow>(PERSON_OF_SESSION, [subject, dataEnv]);
    const rows = onlyClientId === null ? held : held.filter((row) => row.client_id === onlyClientId);
    const [first] = rows;
    if (!first) throw notFound();
    const counting = rows.filter((row) => cameAsRequired(row.role, row.required_connection_id, proof));
    return {
      user_id: first.user_id,
      display_name: first.display_name,
      language: first.language,
      timezone: first.timezone,
      data_env: dataEnv,
      environments: first.environments,
      assignments: counting.map(({ client_id, business_name, role, is_default }) => ({
        client_id,
        business_name,
        role,
        is_default,
      })),
      shut_out: rows.flatMap(({ client_id, business_name, role, required_connection_id: connection_id }) =>
        connection_id === null || cameAsRequired(role, connection_id, proof)
          ? []
          : [{ client_id, business_name, connection_id }],
      ),
      roles: [...new Set(counting.map(({ role }) => role))].map((role) => ({
        role,
        operations: this.operationsOf(role, proof.breakGlassId !== null),
      })),
      break_glass_id: proof.breakGlassId,
    };
  }

  private operationsOf(role: PortalRole, duringBreakGlass: boolean): string[] {
    const name = `${role} ${duringBreakGlass}`;
    const known =
      this.operations.get(name) ?? permittedOperations(this.routes.entries(), role, duringBreakGlass);
    this.operations.set(name, known);
    return known;
  }

  /** The person's valid sessions, newest first (portal-sessions 6.2). */
  async list(session: PortalSession): Promise<SessionItem[]> {
    const rows = await this.store.query<ListedRow>(SESSIONS_OF_PERSON, [
      ...[session.subject, this.clock.now(), session.onlyClientId, session.dataEnv],
    ]);
    return rows.map((row) => ({
      session_id: row.session_id,
      created_at_utc: row.created_at.toISOString(),
      last_seen_at_utc: row.last_seen_at.toISOString(),
      expires_at_utc: row.ends_at.toISOString(),
      ip_masked: row.ip_masked,
      agent: row.agent,
      amr: row.amr,
      current: row.session_id === session.sessionId,
    }));
  }

  /** Ends one of the person's sessions (portal-sessions 6.3). @throws 404 for any other */
  async revoke(session: PortalSession, sessionId: string): Promise<void> {
    const metadata = { session_id: sessionId.toLowerCase() };
    const audited = { action: PORTAL_ACTIONS.revoked, metadata };
    if (!UUID.test(sessionId) || (await this.end(END_OWN_SESSION, session, sessionId, audited)) === 0)
      throw notFound();
    await this.sessions.renew(session.cookie);
  }

  /**
   * Ends all sessions of the person except this one.
   * @returns how many (portal-sessions 6.4)
   */
  revokeOthers(session: PortalSession): Promise<number> {
    const audited = { action: PORTAL_ACTIONS.othersRevoked };
    return this.end(END_OTHER_SESSIONS, session, session.sessionId, audited);
  }

  /**
   * Ends this session, and its refresh token at the provider (portal-sessions 6.5).
   * @returns the address for signing out there too
   */
  async signOut(session: PortalSession): Promise<string | null> {
    const refresh = await this.refreshTokenOf(session);
    await this.end(END_OWN_SESSION, session, session.sessionId, { action: PORTAL_ACTIONS.signedOut });
    await this.sessions.renew(session.cookie);
    // The session has ended before the provider answers; the browser need not wait for it.
    if (refresh !== null) void this.provider.forget(refresh);
    return this.provider.signOutUrl();
  }

  private async refreshTokenOf({ sessionId }: PortalSession): Promise<string | null> {
    const [row] = await this.store.query<{ tokens_encrypted: Buffer | null }>(TOKENS_OF_SESSION, [sessionId]);
    if (!row?.tokens_encrypted) return null;
    return (this.secrets.open(sessionId, row.tokens_encrypted) as ProviderTokens).refresh;
  }

  /** @returns how many have ended */
  private async end(
    statement: NamedQuery,
    session: PortalSession,
    sessionId: string,
    { action, metadata }: Pick<AuditEvent, 'action'> & Partial<AuditEvent>,
  ): Promise<number> {
    const auth = await this.audit.contextOf(session);
    const row = this.audit.valuesOf(auth, session.dataEnv, action, metadata);
    const [{ ended } = { ended: 0 }] = await this.store.query<{ ended: number }>(statement, [
      ...row,
      sessionId,
      ...[session.subject, session.onlyClientId, session.dataEnv],
    ]);
    return ended;
  }
}
