import type { NamedQuery } from '../../../core/tenancy/store-client.js';
import { outcomeSql, sentimentSql } from '../rules/call-sql.js';
import type { ScopeSql } from '../scope/call-scope.js';

/** The newest calls of a scope; the limit is the statement's last parameter. */
export function recentCallsQuery(scope: ScopeSql): NamedQuery {
  return {
    name: `recent_calls_${scope.shape}`,
    text: `
SELECT c.call_id,
       c.started_at_utc,
       c.duration_seconds,
       ${sentimentSql('c')} AS sentiment,
       ${outcomeSql('c')} AS outcome
  FROM calls c
 WHERE ${scope.where}
 ORDER BY c.started_at_utc DESC, c.call_id DESC
 LIMIT $${scope.next}`,
  };
}

/**
 * Who called, without saying who: counts of calls and of callers. The statement's own parameters are the id of
 * the matching key in use and the start of the look-back.
 */
export function callerMixQuery(scope: ScopeSql): NamedQuery {
  const [keyId, lookback] = [`$${scope.next}`, `$${scope.next + 1}`];
  const before = scope.where
    .replaceAll('c.', 'p.')
    .replace('p.started_at_utc >= $3', `p.started_at_utc >= ${lookback}`)
    .replace('p.started_at_utc < $4', 'p.started_at_utc < $3');
  return {
    name: `caller_mix_${scope.shape}`,
    text: `
WITH scoped AS MATERIALIZED (
       SELECT c.caller_hash, c.caller_hash_key_id FROM calls c WHERE ${scope.where}),
     callers AS (
       SELECT s.caller_hash, count(*) AS calls
         FROM scoped s
        WHERE s.caller_hash IS NOT NULL AND s.caller_hash_key_id = ${keyId}
        GROUP BY s.caller_hash),
     known_before AS (
       SELECT DISTINCT p.caller_hash FROM calls p
        WHERE ${before} AND p.caller_hash IS NOT NULL AND p.caller_hash_key_id = ${keyId})
SELECT (SELECT count(*) FROM scoped) AS total_calls,
       (SELECT count(s.caller_hash) FROM scoped s) AS identified_calls,
       (SELECT count(s.caller_hash) FROM scoped s WHERE s.caller_hash_key_id IS DISTINCT FROM ${keyId}) AS foreign_key_calls,
       count(*) AS unique_callers,
       count(*) FILTER (WHERE r.calls > 1 OR b.caller_hash IS NOT NULL) AS returning_callers
  FROM callers r
  LEFT JOIN known_before b ON b.caller_hash = r.caller_hash`,
  };
}
