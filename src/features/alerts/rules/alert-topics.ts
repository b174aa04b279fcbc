import type { AlertKind } from './alert-kinds.js';

/**
 * The topic of notices about each kind (email-routing 2.1); null: every verified address of the
 * customer, with any topics, because people may lose their way in. Bounces and uses of break-glass
 * have their own notices, and operators have their own alarm for abandoned work.
 */
export const TOPIC_OF = {
  webhook_degraded: 'webhooks',
  webhook_disabled: 'webhooks',
  webhook_secret_ends: 'webhooks',
  api_key_ends: 'api_keys',
  runtime_drift: 'runtime',
  runtime_silent: 'runtime',
  campaign_paused: 'campaigns',
  wash_ends: 'campaigns',
  capacity_blocked: 'capacity',
  usage_threshold: 'usage',
  caller_request_urgent: 'caller_requests',
  caller_request_overdue: 'caller_requests',
  way_back_ends: null,
  sso_certificate_ends: null,
} as const satisfies Readonly<
  Record<
    Exclude<AlertKind, 'address_bounced' | 'work_given_up' | 'support_overdue' | 'break_glass'>,
    string | null
  >
>;

export type NotifiedKind = keyof typeof TOPIC_OF;

export const isNotified = <A extends { readonly kind: AlertKind }>(
  alert: A,
): alert is A & { kind: NotifiedKind } => alert.kind in TOPIC_OF;
