import type { Outcome } from '../rules/attempt-outcome.policy.js';

/** The response of a receiver. */
export interface Answered {
  /** The webhook when the delivery was created. */
  readonly webhook: { readonly webhookId: string; readonly enablement: number };
  readonly outcome: Pick<Outcome, 'status' | 'isGone'>;
}

/** The combined result of several responses of one receiver. */
export interface HealthNote {
  readonly webhookId: string;
  readonly enablement: number;
  /** Deliveries abandoned since the last one that succeeded. */
  readonly givenUp: number;
  readonly succeeded: boolean;
  readonly failed: boolean;
  readonly gone: boolean;
}

const NOTHING = { givenUp: 0, succeeded: false, failed: false, gone: false };

/**
 * One combined result for each receiver (webhooks 7.8). Responses to deliveries from before its
 * latest enablement do not count.
 * @param answers in order
 */
export function healthNotes(answers: readonly Answered[]): HealthNote[] {
  const notes = new Map<string, HealthNote>();
  for (const { webhook, outcome } of answers) {
    const { webhookId, enablement } = webhook;
    const known = notes.get(webhookId);
    if (known && enablement < known.enablement) continue;
    const before = known?.enablement === enablement ? known : { ...NOTHING, webhookId, enablement };
    const { status, isGone } = outcome;
    const isSuccess = status === 'succeeded';
    const isGivenUp = status === 'failed' || status === 'blocked';
    notes.set(webhookId, {
      ...before,
      givenUp: isSuccess ? 0 : before.givenUp + Number(isGivenUp),
      succeeded: before.succeeded || isSuccess,
      failed: before.failed || !isSuccess,
      gone: before.gone || isGone,
    });
  }
  return [...notes.values()];
}
