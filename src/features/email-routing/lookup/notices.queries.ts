import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/**
 * Writes a notice for each verified address that has the topic ($3), or of those named ($4): kind
 * ($5), subject ($6), period ($7), facts ($8), now ($9). An address gets no notice of a cause that
 * began ($10) before it was verified. The bell has one entry, for any number of addresses; a notice
 * for named addresses is only mailed.
 */
export const TELL = namedQuery('notices_tell')`
    WITH entry AS (
         INSERT INTO notice_entries (client_id, data_env, notice_id, kind, subject, period, topic, facts, created_at)
         SELECT $1, $2, gen_random_uuid(), $5, $6, $7, $3, $8::jsonb, $9
          WHERE $4::uuid[] IS NULL
             ON CONFLICT DO NOTHING)
    INSERT INTO notices (client_id, data_env, notice_id, kind, subject, period, address_id, facts, created_at)
    SELECT a.client_id, a.data_env, gen_random_uuid(), $5, $6, $7, a.address_id, $8::jsonb, $9
      FROM email_addresses a
     WHERE a.client_id = $1 AND a.data_env = $2 AND a.status = 'verified'
       AND CASE WHEN $4::uuid[] IS NULL THEN $3 = ANY (a.topics) ELSE a.address_id = ANY ($4) END
       AND a.verified_at <= coalesce($10::timestamptz, 'infinity')
        ON CONFLICT DO NOTHING
    RETURNING notice_id`;

/** The waiting notices of the mail that is named after the notice $3. */
const OF_MAIL = `n.client_id = $1 AND n.data_env = $2 AND n.status = 'waiting'
       AND (n.notice_id = $3::uuid AND n.sent_with IS NULL OR n.sent_with = $3::uuid)`;

/** The first notice of a mail, and the sending times of its address. */
export const NOTICE_TO_MAIL = namedQuery('notices_to_mail')`
    SELECT n.kind, n.facts, n.address_id, n.created_at, a.delivery, a.digest_at, a.quiet_from, a.quiet_until, a.timezone
      FROM notices n
      JOIN email_addresses a USING (client_id, data_env, address_id)
     WHERE ${OF_MAIL}
     ORDER BY n.created_at, n.notice_id
     LIMIT 1`;

/** Delays a mail until $4, for a reason ($5). */
export const HOLD_MAIL = namedQuery('notices_hold_mail')`
    UPDATE notices n SET due_at = $4, reason = $5 WHERE ${OF_MAIL}
    RETURNING notice_id`;

/** The mails of an address ($3) that wait for its sending time. */
export const HELD_MAILS = namedQuery('notices_held_mails')`
    SELECT DISTINCT coalesce(sent_with, notice_id)::text AS notice_id FROM notices
     WHERE client_id = $1 AND data_env = $2 AND address_id = $3::uuid AND status = 'waiting' AND due_at IS NOT NULL`;

/** Lets one worker at a time decide which notices of an address ($3) go into a mail. */
export const TAKE_MAIL_TURN = namedQuery('notices_take_mail_turn')`
    SELECT pg_advisory_xact_lock(hashtextextended(concat_ws(chr(10), 'notices', $1::text, $2::text, $3::text), 0))`;

/**
 * Begins a mail, and returns its notices with their address. A delayed mail also includes, at its
 * first attempt, other notices that waited until now ($4); later attempts do not add any, because
 * the mail may already have arrived.
 */
export const BEGIN_MAIL = namedQuery('notices_begin_mail')`
    UPDATE notices n
       SET attempts = n.attempts + 1, sent_with = nullif($3::uuid, n.notice_id)
      FROM email_addresses a, (SELECT h.address_id, h.attempts = 0 AND h.sent_with IS NULL AND h.due_at IS NOT NULL AS gathers
                                 FROM notices h WHERE h.client_id = $1 AND h.data_env = $2 AND h.notice_id = $3::uuid) head
     WHERE a.client_id = $1 AND a.data_env = $2 AND a.address_id = head.address_id AND n.address_id = head.address_id
       AND (${OF_MAIL} OR head.gathers AND n.client_id = $1 AND n.data_env = $2 AND n.status = 'waiting'
            AND n.attempts = 0 AND n.sent_with IS NULL AND n.due_at <= $4)
    RETURNING n.notice_id, n.kind, n.facts, n.created_at, a.address_id, a.email_sealed, a.unsubscribe_hash, a.unsubscribe_sealed,
              a.language, a.timezone, a.status, a.created_by,
              a.organisation_id`;

/** Ends waiting notices: status ($4), reason ($5), now ($6). */
const END = `UPDATE notices n SET status = $4, reason = $5, ended_at = $6`;
const ENDED = `RETURNING n.notice_id, n.kind, n.subject`;

/** Ends those of the notices $3 that are waiting. */
export const END_NOTICES = namedQuery('notices_end')`
    ${END}
     WHERE n.client_id = $1 AND n.data_env = $2 AND n.notice_id = ANY ($3::uuid[]) AND n.status = 'waiting'
    ${ENDED}`;

/** Ends the notices of the mail $3. */
export const END_MAIL = namedQuery('notices_end_mail')`
    ${END}
     WHERE ${OF_MAIL}
    ${ENDED}`;

/** Ends the notices of an address ($3). */
export const END_NOTICES_OF_ADDRESS = namedQuery('notices_end_of_address')`
    ${END}
     WHERE n.client_id = $1 AND n.data_env = $2 AND n.address_id = $3::uuid AND n.status = 'waiting'
    ${ENDED}`;

/** Records why a mail waits ($4). */
export const NOTE_REASON = namedQuery('notices_note_reason')`
    UPDATE notices n SET reason = $4 WHERE ${OF_MAIL}`;

/** Notices that wait, and those that failed or were dropped since $3. */
export const UNSENT_NOTICES = namedQuery('notices_unsent')`
    SELECT notice_id, kind, address_id, status, reason, created_at
      FROM notices
     WHERE client_id = $1 AND data_env = $2 AND (status = 'waiting' OR status IN ('failed', 'dropped') AND ended_at >= $3)
     ORDER BY created_at, notice_id
     LIMIT 1000`;

/**
 * The last notice of a kind ($3) to each address of a party ($4) about each subject ($5), in the
 * corresponding period ($6). Dropped ones were not mailed.
 */
export const NOTIFIED_ADDRESSES = namedQuery('notices_told_addresses')`
    SELECT DISTINCT ON (o.subject, a.label, a.address_id)
           o.subject, a.address_id, a.email_sealed, a.label, n.status, coalesce(n.ended_at, n.created_at) AS at
      FROM unnest($5::text[], $6::text[]) AS o (subject, period)
      JOIN email_addresses a ON a.client_id = $1 AND a.data_env = $2 AND a.organisation_id IS NOT DISTINCT FROM $4
      JOIN notices n ON n.client_id = $1 AND n.data_env = $2 AND n.address_id = a.address_id AND n.kind = $3
       AND n.subject = o.subject AND n.period = o.period
     WHERE n.status IN ('waiting', 'sent', 'failed')
     ORDER BY o.subject, a.label, a.address_id, n.created_at DESC`;
