import type { DisabledReason, WebhookStatus } from './vocabulary.js';

/** Whether its owner has enabled a webhook, and how often. */
export interface Switch {
  readonly isEnabled: boolean;
  readonly enablement: number;
}

/** The recorded health of a receiver. */
export interface Health {
  readonly enablement: number;
  readonly consecutiveFailures: number;
  readonly degradedAt: Date | null;
  readonly disabledReason: DisabledReason | null;
  readonly lastSuccessAt: Date | null;
  readonly lastFailureAt: Date | null;
}

interface State {
  readonly status: WebhookStatus;
  readonly disabledReason: DisabledReason | null;
  readonly consecutiveFailures: number;
}

/**
 * The state of a webhook (webhooks 2.5). Health from before the last enablement does not count.
 * @param health null without any delivery
 */
export function stateOf({ isEnabled, enablement }: Switch, health: Health | null): State {
  const current = health?.enablement === enablement ? health : null;
  const consecutiveFailures = current?.consecutiveFailures ?? 0;
  if (!isEnabled) return { status: 'disabled', disabledReason: 'by_owner', consecutiveFailures };
  const disabledReason = current?.disabledReason ?? null;
  if (disabledReason !== null) return { status: 'disabled', disabledReason, consecutiveFailures };
  const status = current?.degradedAt ? 'degraded' : 'active';
  return { status, disabledReason, consecutiveFailures };
}

/** When a failing receiver is reported, and when it is switched off (webhooks 7.8). */
export const HEALTH_LIMITS = {
  // Five abandoned deliveries in a row indicate a broken receiver rather than one bad event.
  degradedAfter: 5,
  // After that, a day to repair it, and as many failed deliveries as a busy receiver has within
  // minutes.
  disabledAfter: 20,
  disabledAfterHours: 24,
} as const;
