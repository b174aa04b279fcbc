import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import type { SuppressionReason } from '../rules/statuses.js';

export interface SuppressionRow {
  readonly suppression_id: string;
  readonly project_id: string | null;
  readonly masked_phone: string;
  readonly reason: SuppressionReason;
  readonly source: string;
  readonly created_at: Date;
  readonly created_by: string;
}

/** The columns of a suppression for responses. */
export const SHOWN = 'suppression_id, project_id, masked_phone, reason, source, created_at, created_by';

/** The suppression of a number by its hashes $4: of project $3 or (null) of the client. */
export const SUPPRESSION_OF_NUMBER = namedQuery('suppression_of_number')`
SELECT ${SHOWN}
  FROM suppressions
 WHERE client_id = $1 AND data_env = $2 AND phone_hash = ANY($4::bytea[]) AND project_id IS NOT DISTINCT FROM $3
 ORDER BY created_at, suppression_id LIMIT 1`;

export const INSERT_SUPPRESSION = namedQuery('suppression_insert')`
INSERT INTO suppressions (
       client_id, data_env, project_id, phone_hash, phone_hash_key_id, masked_phone, reason, source, created_at, created_by)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
RETURNING ${SHOWN}`;

/**
 * Locks the campaigns that have not ended and have a number with one of the hashes $4, in the
 * project $3 or in all projects, in the usual lock order.
 */
export const LOCK_CAMPAIGNS_OF_NUMBER = namedQuery('suppression_lock_campaigns')`
SELECT c.campaign_id, c.project_id, c.status
  FROM campaigns c
 WHERE c.client_id = $1 AND c.data_env = $2 AND ($3::text IS NULL OR c.project_id = $3)
   AND c.campaign_id = ANY (ARRAY(
       SELECT k.campaign_id FROM campaign_contacts k
        WHERE k.client_id = $1 AND k.data_env = $2 AND k.phone_hash = ANY($4::bytea[])))
   AND c.status NOT IN ('completed', 'cancelled', 'failed')
 ORDER BY c.campaign_id
   FOR UPDATE`;

/** Makes contacts with hashes $4 of locked campaigns $3 not callable; returns counts by hash. */
export const SUPPRESS_CONTACTS = namedQuery('suppression_suppress_contacts')`
WITH held AS MATERIALIZED (
     SELECT campaign_id, contact_id FROM campaign_contacts
      WHERE client_id = $1 AND data_env = $2 AND phone_hash = ANY($4::bytea[]) AND campaign_id = ANY($3::uuid[])
        AND not_callable_reason IS DISTINCT FROM 'dnc'
      ORDER BY campaign_id, contact_id
        FOR UPDATE),
     suppressed AS (
     UPDATE campaign_contacts c
        SET is_callable = false, not_callable_reason = 'dnc', updated_at = $5
       FROM held h
      WHERE c.client_id = $1 AND c.data_env = $2 AND c.campaign_id = h.campaign_id AND c.contact_id = h.contact_id
  RETURNING c.phone_hash)
SELECT encode(phone_hash, 'hex') AS hash, count(*)::integer AS contacts FROM suppressed GROUP BY phone_hash`;

/** Refuses waiting calls to hashes $4 in project $3 or (null) in all projects. */
export const REFUSE_CALLS = namedQuery('suppression_refuse_calls')`
UPDATE single_dispatches SET status = 'refused', refused_codes = '["dnc"]'
 WHERE client_id = $1 AND data_env = $2 AND phone_hash = ANY($4::bytea[]) AND status = 'queued'
   AND ($3::text IS NULL OR project_id = $3)`;
