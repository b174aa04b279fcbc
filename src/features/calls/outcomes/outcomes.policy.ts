import { percentage } from '../../../core/http/numbers.policy.js';
import { measureSet } from '../rollup/measures.js';
import type { CallMeasures } from '../rollup/measures.js';
import { OUTCOME_IDS } from '../rules/call-vocabulary.js';
import type { OutcomeId } from '../rules/call-vocabulary.js';
import { OUTCOME_CATEGORIES, OutcomeCategory } from '../rules/outcome.policy.js';

/** What was asked for; echoed letter by letter. */
interface OutcomeSelection {
  readonly projectId: string;
  readonly startDate: string;
  readonly endDate: string;
}

const outcomeField = <O extends OutcomeId>(id: O): `outcome_${O}` => `outcome_${id}`;

/**
 * Calls by primary outcome, and the two facts counted beside them: bookings, and proof of a completed transfer
 * (`TransferFacts.completed`), independent of the primary outcome.
 */
export const OUTCOME_SUMS = measureSet(
  'outcomes',
  ...OUTCOME_IDS.map(outcomeField),
  'booking_count',
  'transfer_count',
);
export type OutcomeSums = Pick<CallMeasures, (typeof OUTCOME_SUMS)['fields'][number]>;

interface OutcomeShare extends OutcomeCategory {
  readonly count: number;
  /** Percent of all conversations, 2 decimals. */
  readonly percentage: number;
}

interface SecondaryFact {
  readonly id: 'booking' | 'transfer';
  readonly label: string;
  readonly label_key: string;
  readonly count: number;
  /** Percent of all conversations, 2 decimals. */
  readonly percentage: number;
}

/** The call outcomes aggregate as it goes out (calls 8.1). */
export interface CallOutcomes {
  readonly project_id: string;
  readonly start_date: string;
  readonly end_date: string;
  readonly total_conversations: number;
  readonly classified_count: number;
  readonly unclassified_count: number;
  readonly source: 'call_resolution_status';
  readonly categories: OutcomeShare[];
  readonly secondary_facts: SecondaryFact[];
}

/** Every call has exactly one outcome, so the total is the sum of the eight buckets. */
export function toOutcomes(selection: OutcomeSelection, sums: OutcomeSums): CallOutcomes {
  const countOf = (id: OutcomeId): number => Number(sums[outcomeField(id)]);
  const total = OUTCOME_CATEGORIES.reduce((sum, category) => sum + countOf(category.id), 0);
  const fact = (id: SecondaryFact['id'], label: string, count: number): SecondaryFact => ({
    id,
    label,
    label_key: `calls.facts.${id}`,
    count,
    percentage: percentage(count, total),
  });
  return {
    project_id: selection.projectId,
    start_date: selection.startDate,
    end_date: selection.endDate,
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
