import { namedQuery, type BoundQuery } from '../../../core/database/unit-of-work/named-query.js';
import type { CallFilter } from '../filter/call-filter.js';
import { CallStatement } from '../filter/call-statement.js';
import { outcomeSql } from '../rules/call-sql.js';
import { ENDED_STATUSES, OUTCOME_IDS, SENTIMENTS } from '../rules/call-vocabulary.js';
import { factsOf, measureSet } from '../rollup/measures.js';

const ENDED = [...ENDED_STATUSES].map((status) => `'${status}'`).join(', ');

/** The sums of a unit that are those of the hourly sums. */
export const VERSION_MEASURES = measureSet(
  'version_units',
  'total_calls',
  'failed_calls',
  'human_escalation_count',
  ...OUTCOME_IDS.map((it) => `outcome_${it}` as const),
  ...[...SENTIMENTS, 'unclassified' as const].map((it) => `sentiment_${it}` as const),
  'total_duration_seconds',
  'duration_known',
  'total_cost_usd',
  'cost_usd_known',
  'total_ai_response_seconds',
  'ai_response_known',
);

/** Amounts whose squares are summed too: a mean's interval needs them. */
export const SQUARED = ['duration_seconds', 'cost_usd', 'ai_response_seconds'] as const;

/**
 * Sums of the ended calls of a filter by version, direction, whether the version was inferred, and
 * unit of time, counted from 1.
 * @param starts the first instants of the units
 */
export function versionUnitsQuery(
  filter: CallFilter,
  versions: readonly number[],
  starts: readonly Date[],
): BoundQuery {
  const sql = new CallStatement(filter);
  const { measures } = VERSION_MEASURES;
  const sums = [
    ...measures.map((it) => `${it.ofCalls} AS ${it.name}`),
    ...SQUARED.map((it) => `sum(c.${it}::float8 * c.${it}::float8) AS ${it}_squares`),
  ];
  return sql.query(
    'version_units',
    `
SELECT c.version_number, c.direction, c.version_source = 'inferred' AS is_inferred,
       width_bucket(c.started_at_utc, ${sql.bind(starts)}::timestamptz[]) AS unit,
       ${sums.join(',\n       ')}
  FROM calls c${factsOf(measures)}
 WHERE ${sql.where()} AND c.version_number = ANY (${sql.bind(versions)}::integer[]) AND c.call_status IN (${ENDED})
 GROUP BY 1, 2, 3, 4
 ORDER BY 4`,
  );
}

/**
 * The ended calls of one version since an instant, and how many of them went wrong in which way.
 * $3: project, $4: version, $5: since when.
 */
export const VERSION_TROUBLES = namedQuery('version_troubles')`
SELECT count(*)::integer AS calls,
       (count(*) FILTER (WHERE c.call_status = 'failed'))::integer AS failed,
       (count(*) FILTER (WHERE c.human_escalation))::integer AS escalated,
       (count(*) FILTER (WHERE ${outcomeSql('c')} = 'abandoned'))::integer AS abandoned
  FROM calls c
 WHERE c.client_id = $1 AND c.data_env = $2 AND c.project_id = $3 AND c.version_number = $4
   AND c.started_at_utc >= $5 AND c.call_status IN (${ENDED})`;
