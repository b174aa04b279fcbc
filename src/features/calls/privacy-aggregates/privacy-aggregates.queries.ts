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
 * the matching key in use and the start of the look-back, from where every call is read once.
 */
export function callerMixQuery(scope: ScopeSql): NamedQuery {
  const [keyId, lookback] = [`$${scope.next}`, `$${scope.next + 1}`];
  const isMatched = `g.caller_hash IS NOT NULL AND g.key_id = ${keyId} AND g.calls > 0`;
  return {
    name: `caller_mix_${scope.shape}`,
    text: `
SELECT coalesce(sum(g.calls), 0) AS total_calls,
       coalesce(sum(g.calls) FILTER (WHERE g.caller_hash IS NOT NULL), 0) AS identified_calls,
       coalesce(sum(g.calls) FILTER (WHERE g.caller_hash IS NOT NULL AND g.key_id IS DISTINCT FROM ${keyId}), 0)
         AS foreign_key_calls,
       count(*) FILTER (WHERE ${isMatched}) AS unique_callers,
       count(*) FILTER (WHERE ${isMatched} AND g.calls + g.calls_before > 1) AS returning_callers
  FROM (SELECT c.caller_hash,
               c.caller_hash_key_id AS key_id,
               count(*) FILTER (WHERE c.started_at_utc >= $3) AS calls,
               count(*) FILTER (WHERE c.started_at_utc < $3) AS calls_before
          FROM calls c
         WHERE ${scope.filter} AND c.started_at_utc >= ${lookback} AND c.started_at_utc < $4
         GROUP BY 1, 2) g`,
  };
}
