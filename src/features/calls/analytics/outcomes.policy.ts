import { percentage } from '../../../core/http/fields/numbers.policy.js';
import { measureSet, type CallMeasures } from '../rollup/measures.js';
import { OUTCOME_IDS, type OutcomeId } from '../../call-records/rules/call-vocabulary.js';
import { OUTCOME_CATEGORIES } from '../../call-records/rules/call-outcome.policy.js';
import type { CallOutcomesResponse, SecondaryFactResponse } from './outcomes.response.js';

/** The caller's parameters, echoed verbatim. */
type Asked = Pick<CallOutcomesResponse, 'project_id' | 'start_date' | 'end_date'>;

const outcomeField = <O extends OutcomeId>(id: O): `outcome_${O}` => `outcome_${id}`;

/**
 * Calls by primary outcome, and two additional facts: bookings, and proof of a completed transfer
 * (`TransferFacts.completed`), independent of the primary outcome.
 */
export const OUTCOME_MEASURES = measureSet(
  'outcomes',
  ...OUTCOME_IDS.map(outcomeField),
  'booking_count',
  'transfer_count',
);
export type OutcomeMeasures = Pick<CallMeasures, (typeof OUTCOME_MEASURES)['fields'][number]>;

/** Every call has exactly one outcome, so the total is the sum of the eight buckets. */
export function toOutcomes(
  { project_id, start_date, end_date }: Asked,
  sums: OutcomeMeasures,
): CallOutcomesResponse {
  const countOf = (id: OutcomeId): number => Number(sums[outcomeField(id)]);
  const total = OUTCOME_CATEGORIES.reduce((sum, category) => sum + countOf(category.id), 0);
  const fact = (id: SecondaryFactResponse['id'], label: string, count: number): SecondaryFactResponse => ({
    id,
    label,
    label_key: `calls.facts.${id}`,
    count,
    percentage: percentage(count, total),
  });
  return {
    project_id,
    start_date,
    end_date,
    total_conversations: total,
    classified_count: total - countOf('unclassified'),
    unclassified_count: countOf('unclassified'),
    source: 'call_resolution_status',
    categories: OUTCOME_CATEGORIES.map((category) => ({
      ...category,
      count: countOf(category.id),
      percentage: percentage(countOf(category.id), total),
    })),
    secondary_facts: [
      fact('booking', 'Booking', Number(sums.booking_count)),
      fact('transfer', 'Transfer', Number(sums.transfer_count)),
    ],
  };
}
