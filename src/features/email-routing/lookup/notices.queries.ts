import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/**
 * Writes a notice for each verified address that has the topic ($3), or of those named ($4): kind
 * ($5), subject ($6), period ($7), facts ($8), now ($9). An address is not told of a cause
 * that began ($10) before it was verified.
 */
export const TELL = namedQuery('notices_tell')`
    INSERT INTO notices (client_id, data_env, notice_id, kind, subject, period, address_id, facts, created_at)
    SELECT a.client_id, a.data_env, gen_random_uuid(), $5, $6, $7, a.address_id, $8::jsonb, $9
      FROM email_addresses a
     WHERE a.client_id = $1 AND a.data_env = $2 AND a.status = 'verified'
       AND CASE WHEN $4::uuid[] IS NULL THEN $3 = ANY (a.topics) ELSE a.address_id = ANY ($4) END
       AND a.verified_at <= coalesce($10::timestamptz, 'infinity')
        ON CONFLICT DO NOTHING
    RETURNING notice_id`;

/** A waiting notice ($3), and its address. */
export const NOTICE_TO_MAIL = namedQuery('notices_to_mail')`
    SELECT n.kind, n.facts, n.address_id, a.email_sealed, a.language, a.status, a.created_by, a.organisation_id
      FROM notices n
      JOIN email_addresses a USING (client_id, data_env, address_id)
     WHERE n.client_id = $1 AND n.data_env = $2 AND n.notice_id = $3::uuid AND n.status = 'waiting'`;

/** Ends a waiting notice ($3): status ($4), reason ($5), now ($6). */
export const END_NOTICE = namedQuery('notices_end')`
    UPDATE notices SET status = $4, reason = $5, ended_at = $6, attempts = attempts + 1
     WHERE client_id = $1 AND data_env = $2 AND notice_id = $3::uuid AND status = 'waiting'
    RETURNING notice_id`;

/** Notes why a notice ($3) waits ($4). */
export const NOTE_ATTEMPT = namedQuery('notices_note_attempt')`
    UPDATE notices SET reason = $4, attempts = attempts + 1
     WHERE client_id = $1 AND data_env = $2 AND notice_id = $3::uuid AND status = 'waiting'`;

/** Notices that wait, and those that failed or were dropped since $3. */
export const UNSENT_NOTICES = namedQuery('notices_unsent')`
    SELECT notice_id, kind, address_id, status, reason, created_at
      FROM notices
     WHERE client_id = $1 AND data_env = $2 AND (status = 'waiting' OR status IN ('failed', 'dropped') AND ended_at >= $3)
     ORDER BY created_at, notice_id
     LIMIT 1000`;
