import { Injectable } from '@nestjs/common';
import { PortalIdentities } from '../../../core/auth/portal-identities.js';
import { ownTenant } from '../../../core/auth/tenant-choice.policy.js';
import type { PersonClaims } from '../../../core/auth/verified-tokens.js';
import { auditMetadata, type AuditAction, type AuditEvent } from '../../../core/shared/audit-event.js';
import type { AuthContext, DataEnv } from '../../../core/shared/auth-context.js';
import { currentRequestId } from '../../../core/shared/request-context.js';
import { Clock } from '../../../core/time/clock.js';

/**
 * Beginning of a statement that writes the audit row of its own effect: a session belongs to no
 * tenant, so the store's audit of tenants does not cover it. The row's values come first, and $3 is
 * the time (privacy 8.4). For a person who may no longer act for any client there is no row.
 */
export const AUDITED = `audited AS (
      INSERT INTO audit_events (client_id, data_env, occurred_at, action, outcome, actor_kind, actor_id, scope, request_id, metadata)
      SELECT r.client_id, r.data_env, $3::timestamptz, r.action, 'success', 'bearer', r.actor_id, r.scope, r.request_id, r.metadata
        FROM (VALUES ($1::text, $2::text, $4::text, $5::text, $6::text, $7::text, $8::jsonb))
          AS r (client_id, data_env, action, actor_id, scope, request_id, metadata)
       WHERE r.client_id IS NOT NULL`;

/** Creates the values of audit rows, for one of the person's clients (portal-sessions 7.1). */
@Injectable()
export class AuditRows {
  constructor(
    private readonly identities: PortalIdentities,
    private readonly clock: Clock,
  ) {}

  /** The id under which a person is recorded; null for a person who may not act for any client. */
  async contextOf(claims: PersonClaims): Promise<AuthContext | null> {
    return ownTenant(await this.identities.resolve(claims));
  }

  /** The eight values with which a statement of `AUDITED` begins. */
  valuesOf(
    auth: AuthContext | null,
    dataEnv: DataEnv,
    action: AuditAction,
    metadata: AuditEvent['metadata'] = {},
  ): readonly unknown[] {
    const who = [action, auth?.principal.id ?? null, auth?.scope ?? null, currentRequestId() ?? null];
    const tenant = [auth?.clientId ?? null, dataEnv, this.clock.now()];
    return [...tenant, ...who, JSON.stringify(auth ? auditMetadata(auth, { metadata }) : metadata)];
  }
}
