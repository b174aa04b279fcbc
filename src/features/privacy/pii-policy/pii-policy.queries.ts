import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/**
 * A tenant's stored policy, in one row even if it was never saved; without settings all columns
 * except `lines` are null.
 */
export const PII_POLICY = namedQuery('pii_policy')`
SELECT s.strict_summaries, s.quotes_in_mails, s.revision, s.updated_at, s.updated_by,
       (SELECT coalesce(jsonb_agg(jsonb_build_object('role', p.role, 'kind', p.kind, 'allowed', p.allowed, 'unlockable', p.unlockable)), '[]')
          FROM pii_policies p
         WHERE p.client_id = $1 AND p.data_env = $2) AS lines
  FROM (SELECT $1::text AS client_id, $2::text AS data_env) it
  LEFT JOIN pii_settings s ON s.client_id = it.client_id AND s.data_env = it.data_env`;

/**
 * Serializes changes of a tenant's PII policy, including the first one: an unsaved policy gets a
 * row with the defaults. $3 is whether that is strict, $4 the caller.
 */
export const LOCK_PII_POLICY = namedQuery('pii_policy_lock')`
INSERT INTO pii_settings (client_id, data_env, strict_summaries, updated_by)
VALUES ($1, $2, $3, $4)
    ON CONFLICT (client_id, data_env) DO UPDATE SET revision = pii_settings.revision`;

/** Replaces a policy. $3: its lines as JSON; $4: strictness, $5: now, $6: who saves it, $7: quotes in mails. */
export const SAVE_PII_POLICY = namedQuery('pii_policy_save')`
WITH lines AS (
  INSERT INTO pii_policies (client_id, data_env, role, kind, allowed, unlockable, updated_at, updated_by)
  SELECT $1, $2, line.role, line.kind, line.allowed, line.unlockable, $5, $6
    FROM jsonb_to_recordset($3::jsonb) AS line(role text, kind text, allowed boolean, unlockable boolean)
      ON CONFLICT (client_id, data_env, role, kind) DO UPDATE
     SET allowed = excluded.allowed, unlockable = excluded.unlockable, updated_at = excluded.updated_at, updated_by = excluded.updated_by
)
UPDATE pii_settings
   SET strict_summaries = $4, quotes_in_mails = $7, revision = revision + 1, updated_at = $5, updated_by = $6
 WHERE client_id = $1 AND data_env = $2`;
