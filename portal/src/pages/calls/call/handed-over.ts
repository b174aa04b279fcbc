import type { GetCallResponse } from '../../../api/generated';

/** Whether and how the call reached a person, from outcome, flag and attempts. */
export type HandedOver = 'completed' | 'failed' | 'underWay' | 'reported' | 'yes' | 'no';

/**
 * Attempts take precedence: if all of a call's attempts failed, it reached no person,
 * even if its runtime reported otherwise.
 */
export function handedOver({
  transfer,
  human_escalation: isEscalated,
  primary_outcome: outcome,
}: Pick<GetCallResponse, 'transfer' | 'human_escalation' | 'primary_outcome'>): HandedOver {
  const outcomes = (transfer?.attempts ?? []).map((it) => it.outcome);
  if (outcomes.includes('completed') || transfer?.last_outcome === 'completed') return 'completed';
  if (outcomes.includes('in_progress')) return 'underWay';
  if (outcomes.length > 0) return 'failed';
  if (isEscalated) return 'yes';
  return outcome.id === 'transferred' ? 'reported' : 'no';
}
