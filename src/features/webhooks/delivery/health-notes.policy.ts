import type { Result } from './delivery.types.js';

/** What some results say of one receiver. */
export interface HealthNote {
  readonly webhookId: string;
  readonly enablement: number;
  /** Deliveries given up since the last one that succeeded. */
  readonly givenUp: number;
  readonly succeeded: boolean;
  readonly failed: boolean;
  readonly gone: boolean;
}

const NOTHING = { givenUp: 0, succeeded: false, failed: false, gone: false };

/**
 * One note for each receiver (webhooks 7.8). What was not sent, and tests, say nothing of it, nor does what was sent before the last
 * switching on that one of them knows of.
 * @param results in their order
 */
export function healthNotes(results: readonly Result[]): HealthNote[] {
  const notes = new Map<string, HealthNote>();
  for (const { webhook, delivery, made } of results) {
    if (made === null || delivery.is_test) continue;
    const { webhookId, enablement } = webhook;
    const known = notes.get(webhookId);
    if (known && enablement < known.enablement) continue;
    const before = known?.enablement === enablement ? known : { ...NOTHING, webhookId, enablement };
    const { status, isGone } = made.outcome;
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
