import type { NamedQuery } from '../../../core/tenancy/store-client.js';
import { DISCONNECTION_REASONS, SENTIMENTS } from '../rules/call-vocabulary.js';
import { disconnectionSql, sentimentSql } from '../rules/call-sql.js';
import type { ScopeSql } from '../scope/call-scope.js';

/** Sums and counts of a scope in one pass; see SummaryRow for the columns. */
export function summaryQuery(scope: ScopeSql): NamedQuery {
  const sentiments = SENTIMENTS.map(
    (word) => `count(*) FILTER (WHERE f.sentiment = '${word}') AS sentiment_${word}`,
  );
  const reasons = DISCONNECTION_REASONS.map(
    (word) => `count(*) FILTER (WHERE f.disconnection = '${word}') AS disconnect_${word}`,
  );
  return {
    name: `call_summary_${scope.shape}`,
    text: `
SELECT count(*) AS total_calls,
       count(*) FILTER (WHERE c.call_status = 'completed') AS completed_calls,
       count(*) FILTER (WHERE c.call_status = 'missed') AS missed_calls,
       count(*) FILTER (WHERE c.call_status = 'failed') AS failed_calls,
       sum(c.duration_seconds) AS total_duration_seconds,
       count(c.duration_seconds) AS duration_known,
       sum(c.cost_usd) AS total_cost_usd,
       count(c.cost_usd) AS cost_usd_known,
       count(c.currency) AS currency_count,
       min(c.currency) AS currency_min,
       max(c.currency) AS currency_max,
       sum(c.cost_local) AS total_cost_local,
       count(c.cost_local) AS cost_local_known,
       count(*) FILTER (WHERE c.human_escalation) AS human_escalation_count,
       ${sentiments.join(',\n       ')},
       ${reasons.join(',\n       ')},
       sum(c.ai_response_seconds) AS total_ai_response_seconds,
       count(c.ai_response_seconds) AS ai_response_known
  FROM calls c
 CROSS JOIN LATERAL (
       SELECT ${sentimentSql('c')} AS sentiment,
              ${disconnectionSql('c')} AS disconnection) f
 WHERE ${scope.where}`,
  };
}
