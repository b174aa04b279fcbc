import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** Enough for an average; more of them would hardly change it. */
const LATEST = 500;

/** Sums of the latest outbound calls of project $3 that have ended and began since $4. */
export const PAST_DIALS = namedQuery('calls_latest_dials')`
SELECT count(*)::integer AS calls, min(started_at_utc) AS since,
       coalesce(sum(extract(epoch FROM ended_at_utc - started_at_utc)), 0)::float8 AS seconds,
       count(answered_at_utc)::integer AS answered,
       count(cost_local) FILTER (WHERE answered_at_utc IS NOT NULL AND currency IS NOT NULL)::integer AS "localCalls",
       sum(cost_local) FILTER (WHERE currency IS NOT NULL)::float8 AS "localAmount",
       min(currency) AS currency, count(DISTINCT currency)::integer AS currencies,
       count(cost_usd) FILTER (WHERE answered_at_utc IS NOT NULL)::integer AS "usdCalls",
       sum(cost_usd)::float8 AS "usdAmount"
  FROM (SELECT started_at_utc, answered_at_utc, ended_at_utc, cost_local, cost_usd, currency FROM calls
         WHERE client_id = $1 AND data_env = $2 AND project_id = $3 AND started_at_utc >= $4
           AND direction = 'outbound' AND ended_at_utc IS NOT NULL
         ORDER BY started_at_utc DESC LIMIT ${String(LATEST)}) latest`;
