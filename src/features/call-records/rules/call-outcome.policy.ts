import { CLASSIFIED_OUTCOMES, ClassifiedOutcome, OUTCOME_IDS, OutcomeId } from './call-vocabulary.js';

/** The columns from which outcome and disconnection are derived, here and in SQL. */
export interface CallFacts {
  readonly callStatus: string;
  readonly resolutionStatus: string | null;
  readonly endReason: string | null;
  /** `TransferFacts.namedTarget` */
  readonly transferNamedTarget: boolean;
  /** `TransferFacts.completed` */
  readonly transferCompleted: boolean;
}

/** A legacy resolution: transferred, but only with evidence of a completed transfer. */
export const LEGACY_TRANSFER_RESOLUTION = 'escalated';

/** An outcome in the form of rows and aggregates (calls 3.5). */
export interface OutcomeCategory {
  readonly id: OutcomeId;
  readonly label: string;
  readonly label_key: string;
  readonly state: 'classified' | 'unclassified';
}

const LABELS: Readonly<Record<OutcomeId, string>> = {
  resolved: 'Resolved',
  transferred: 'Transferred',
  follow_up_required: 'Follow-up required',
  abandoned: 'Abandoned',
  caller_hangup: 'Caller hung up',
  timeout: 'Timed out',
  technical_failure: 'Technical failure',
  unclassified: 'Unclassified',
};

const categoryOf = (id: OutcomeId): OutcomeCategory => ({
  id,
  label: LABELS[id],
  label_key: `calls.outcomes.${id}`,
  state: id === 'unclassified' ? 'unclassified' : 'classified',
});

/** All eight categories in their fixed order. */
export const OUTCOME_CATEGORIES: readonly OutcomeCategory[] = OUTCOME_IDS.map(categoryOf);

const CATEGORY_BY_ID = new Map(OUTCOME_CATEGORIES.map((category) => [category.id, category]));

/** The category of an outcome id that was read from the store. */
export const outcomeCategory = (id: OutcomeId): OutcomeCategory => CATEGORY_BY_ID.get(id) ?? categoryOf(id);

const CLASSIFIED: ReadonlySet<string> = new Set(CLASSIFIED_OUTCOMES);
const isClassified = (resolution: string): resolution is ClassifiedOutcome => CLASSIFIED.has(resolution);

/**
 * The one outcome of a call, from the exact word of its resolution status. Null, blank, `pending`,
 * unknown words and an unproven `escalated` are unclassified; the word itself is never stored.
 */
export function primaryOutcome(facts: Pick<CallFacts, 'resolutionStatus' | 'transferCompleted'>): OutcomeId {
  const resolution = facts.resolutionStatus;
  if (resolution === null) return 'unclassified';
  if (isClassified(resolution)) return resolution;
  return resolution === LEGACY_TRANSFER_RESOLUTION && facts.transferCompleted
    ? 'transferred'
    : 'unclassified';
}
