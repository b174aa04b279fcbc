import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/**
 * Whether no runtime is dialling the number with this hash, for a campaign or for a single call
 * (dispatch 2.5). Two scalar subqueries, because joins or hashed sets could read everything that is
 * in progress. With IS NULL, PostgreSQL expects one row in 200 to pass, and sorts all contacts
 * that are due instead of reading the first ones in order.
 * @param hash the right side of `=` in the statement that contains this one, whose $1 and $2 are
 *   the tenant: an expression, or `ANY (...)` of a number that has several hashes
 */
export const isFree = (hash: string): string => `(
       SELECT true FROM campaign_contacts busy
        WHERE busy.client_id = $1 AND busy.data_env = $2 AND busy.phone_hash = ${hash}
          AND busy.status IN ('dialing', 'in_call') LIMIT 1) IS NOT TRUE
   AND (
       SELECT true FROM single_dispatches busy JOIN dispatches open USING (client_id, data_env, dispatch_id)
        WHERE busy.client_id = $1 AND busy.data_env = $2 AND busy.phone_hash = ${hash} AND busy.status = 'taken'
          AND open.status <> 'ended' LIMIT 1) IS NOT TRUE`;

/** The pause between calls to one number by different campaigns of a client without settings. */
export const DEFAULT_HOURS = 24;

// Null if there is no pause.
const PAUSE = `make_interval(hours => nullif(coalesce((
       SELECT settings.hours_between_campaigns FROM outbound_settings settings
        WHERE settings.client_id = $1 AND settings.data_env = $2), ${DEFAULT_HOURS}), 0))`;

/**
 * The newest calls to the numbers $4 by campaigns other than $3, each with its list position, and
 * the end of the pause after them (campaigns 5.19). Uses the index of numbers: few contacts share
 * one. Without OFFSET 0 PostgreSQL may scan all calls by time, newest first, until it finds one to
 * the number.
 */
export const CALLED_BY_OTHERS = namedQuery('campaign_called_by_others')`
SELECT asked.place::int AS place, called.at, called.at + ${PAUSE} AS "pauseEndsAt"
  FROM unnest($3::uuid[], $4::bytea[]) WITH ORDINALITY AS asked (campaign_id, phone_hash, place)
 CROSS JOIN LATERAL (
       SELECT max(calls.at) AS at FROM (
              SELECT k.last_attempt_at AS at FROM campaign_contacts k
               WHERE k.client_id = $1 AND k.data_env = $2 AND k.phone_hash = asked.phone_hash
                 AND k.campaign_id <> asked.campaign_id OFFSET 0) calls) called
 WHERE called.at + ${PAUSE} IS NOT NULL`;

/**
 * A table expression: numbers that campaigns other than $3 called recently, so that the pause has
 * not ended at `at`, an expression, with the newest call and the end of the pause. Its minute is
 * used for grouping: a busy client has thousands of instants.
 */
export const pausedAt = (at: string): string => `(
       SELECT k.phone_hash AS paused_hash, max(k.last_attempt_at) AS called_at,
              max(k.last_attempt_at) + ${PAUSE} AS pause_ends_at,
              date_bin('1 minute', max(k.last_attempt_at), '2000-01-01T00:00:00Z') AS called_minute
         FROM campaign_contacts k
        WHERE k.client_id = $1 AND k.data_env = $2 AND k.campaign_id <> $3
          AND k.last_attempt_at > ${at} - ${PAUSE}
        GROUP BY k.phone_hash)`;
