import type { BoundQuery } from '../../../../core/database/unit-of-work/named-query.js';
import type { CallFilter } from '../../filter/call-filter.js';
import { CallStatement } from '../../filter/call-statement.js';
import { FIGURE_MEASURES } from '../../rollup/call-figures.policy.js';
import { measureSet } from '../../rollup/measures.js';

const { measures: FIGURES } = measureSet('provider_figures', ...FIGURE_MEASURES);

/**
 * Calls by provider label; see ProviderRow. Percentiles need every value, so this reads the calls
 * themselves. The cast to numeric avoids exponents.
 * @param labels how many get their own row: those with the most calls
 */
export function providerPerformanceQuery(filter: CallFilter, labels: number): BoundQuery {
  const sql = new CallStatement(filter);
  return sql.query(
    'provider_performance',
    `
WITH labels AS (
     SELECT CASE WHEN btrim(c.provider_label) <> '' THEN c.provider_label END AS provider_label,
            count(*) AS calls,
            count(*) FILTER (WHERE c.call_status = 'failed') AS failed_calls,
            sum(c.ai_response_seconds) AS total_ai_response_seconds,
            count(c.ai_response_seconds) AS ai_response_known,
            ${FIGURES.map((it) => `${it.ofCalls} AS ${it.name}`).join(',\n            ')},
            percentile_cont(ARRAY[0.5, 0.95]) WITHIN GROUP (ORDER BY c.ai_response_seconds) AS percentiles
       FROM calls c
      WHERE ${sql.where()}
      GROUP BY 1),
     ranked AS (
     SELECT l.*,
            row_number() OVER (PARTITION BY l.provider_label IS NULL
                                   ORDER BY l.calls DESC, l.provider_label COLLATE "C") > ${sql.bind(labels)} AS is_rest
       FROM labels l)
SELECT CASE WHEN NOT r.is_rest THEN r.provider_label END AS provider_label,
       r.is_rest,
       count(*) AS labels,
       sum(r.calls) AS calls,
       sum(r.failed_calls) AS failed_calls,
       sum(r.total_ai_response_seconds) AS total_ai_response_seconds,
       sum(r.ai_response_known) AS ai_response_known,
       ${FIGURES.map((it) => `${it.combine}(r.${it.name}) AS ${it.name}`).join(',\n       ')},
       min(r.percentiles[1]) FILTER (WHERE NOT r.is_rest)::numeric AS p50_ai_response_seconds,
       min(r.percentiles[2]) FILTER (WHERE NOT r.is_rest)::numeric AS p95_ai_response_seconds
  FROM ranked r
 GROUP BY 1, 2`,
  );
}
