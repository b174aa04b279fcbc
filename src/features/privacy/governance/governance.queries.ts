import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** A tenant's saved governance; no row if it was never saved. */
export const TENANT_GOVERNANCE = namedQuery('tenant_governance')`
SELECT t.audio_retention, t.secondary_reuse, t.transcript_retention_days, t.revision, t.updated_at, t.updated_by
  FROM tenant_governance t
 WHERE t.client_id = $1 AND t.data_env = $2`;

/** Saves of a tenant's governance wait for each other: an unsaved one has no row to lock. */
export const LOCK_TENANT_GOVERNANCE = namedQuery('lock_tenant_governance')`
SELECT pg_advisory_xact_lock(hashtextextended('tenant governance ' || $1::text || ' ' || $2::text, 0))`;

/** Replaces a governance ($3 to $5); $6: now; $7: who saves it. */
export const SAVE_TENANT_GOVERNANCE = namedQuery('save_tenant_governance')`
INSERT INTO tenant_governance (client_id, data_env, audio_retention, secondary_reuse, transcript_retention_days, updated_at, updated_by)
VALUES ($1, $2, $3, $4, $5, $6, $7)
    ON CONFLICT (client_id, data_env) DO UPDATE
   SET audio_retention = excluded.audio_retention, secondary_reuse = excluded.secondary_reuse,
       transcript_retention_days = excluded.transcript_retention_days,
       revision = tenant_governance.revision + 1, updated_at = excluded.updated_at, updated_by = excluded.updated_by`;
