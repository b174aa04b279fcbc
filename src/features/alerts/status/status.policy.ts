import { INTERNAL_ROLES, PARTNER_ROLES, type Scope } from '../../../core/shared/roles.js';

/** The status of a part of a project (alerts 5.2). */
export const STATUS_STATES = ['ok', 'degraded', 'down', 'unknown'] as const;
export type StatusState = (typeof STATUS_STATES)[number];

export const STATUS_DETAILS = [
  'runs_published',
  'runs_other',
  'not_published',
  'not_reported',
  'answers',
  'not_answering',
  'delivering',
  'nothing_sent',
  'receiver_failing',
  'switched_off',
  'no_webhook',
  'on_time',
  'late',
  'no_calls',
] as const;
export type StatusDetail = (typeof STATUS_DETAILS)[number];

export interface PartStatus {
  readonly state: StatusState;
  readonly detail: StatusDetail;
  /** Null: not known. */
  readonly since: Date | null;
}

/** The latest report of a project's runtime. */
export interface RuntimeFacts {
  readonly publishedHash: string | null;
  readonly publishedAt: Date | null;
  readonly appliedHash: string | null;
  readonly appliedSince: Date | null;
}

/** Whether the runtime runs the published version (alerts 5.3). */
export function runtimeStatus(facts: RuntimeFacts): PartStatus {
  const { publishedHash, publishedAt, appliedHash, appliedSince } = facts;
  if (publishedHash === null) return { state: 'unknown', detail: 'not_published', since: null };
  if (appliedHash === null) return { state: 'unknown', detail: 'not_reported', since: publishedAt };
  if (appliedHash === publishedHash) return { state: 'ok', detail: 'runs_published', since: appliedSince };
  return { state: 'degraded', detail: 'runs_other', since: laterOf(publishedAt, appliedSince) };
}

export interface WebhookFacts {
  readonly host: string;
  readonly isEnabled: boolean;
  /** A delivery has reached its receiver or failed since the webhook was last switched on. */
  readonly hasSent: boolean;
  readonly degradedAt: Date | null;
  readonly disabledAt: Date | null;
  readonly disabledReason: ReceiverOffReason | null;
  /** The status of the last answer, or why there was none. */
  readonly lastAnswer: string | null;
}

/** The service disables a webhook when its receiver answers 410, or fails for too long. */
export const RECEIVER_OFF_REASONS = ['gone', 'failing'] as const;
export type ReceiverOffReason = (typeof RECEIVER_OFF_REASONS)[number];

export interface FailingReceiver {
  /** Null: the reader may not see it. */
  readonly host: string | null;
  /** Null: the service still attempts deliveries. */
  readonly offReason: ReceiverOffReason | null;
  readonly lastAnswer: string | null;
  readonly since: Date;
}

/**
 * The receivers that make `deliveries` worse than `ok`, the ones that are off first, then the oldest
 * (alerts 5.7).
 */
export function failingReceivers(
  webhooks: readonly WebhookFacts[],
  seesHosts: boolean,
): readonly FailingReceiver[] {
  return webhooks
    .filter((it) => it.isEnabled)
    .flatMap(({ host, degradedAt, disabledAt, disabledReason, lastAnswer }) => {
      const since = disabledAt ?? degradedAt;
      return since ? [{ host: seesHosts ? host : null, offReason: disabledReason, lastAnswer, since }] : [];
    })
    .toSorted(
      (a, b) =>
        Number(a.offReason === null) - Number(b.offReason === null) || a.since.getTime() - b.since.getTime(),
    );
}

/**
 * Callers who may see where a client's events are sent: its administrators, and everyone who may
 * see webhooks.
 */
const SEE_HOSTS: readonly Scope[] = ['client_admin', ...PARTNER_ROLES, ...INTERNAL_ROLES];
export const seesHosts = (scope: Scope | 'system'): boolean => SEE_HOSTS.some((it) => it === scope);

/**
 * Whether events of a project arrive (alerts 5.5). The worst of several webhooks decides; one that
 * is off by choice does not count.
 */
export function deliveriesStatus(webhooks: readonly WebhookFacts[]): PartStatus {
  if (webhooks.length === 0) return { state: 'ok', detail: 'no_webhook', since: null };
  const enabled = webhooks.filter((it) => it.isEnabled);
  if (enabled.length === 0) return { state: 'ok', detail: 'switched_off', since: null };
  const off = earliest(enabled.map((it) => it.disabledAt));
  if (off) return { state: 'down', detail: 'receiver_failing', since: off };
  const failing = earliest(enabled.map((it) => it.degradedAt));
  if (failing) return { state: 'degraded', detail: 'receiver_failing', since: failing };
  const hasSent = enabled.some((it) => it.hasSent);
  return { state: 'ok', detail: hasSent ? 'delivering' : 'nothing_sent', since: null };
}

/**
 * Ten minutes: a runtime reports the end of a call within seconds, and retries for minutes if that
 * fails.
 */
const LATE_AFTER_MS = 600_000;

export interface LastCall {
  readonly endedAt: Date;
  /** When its end was reported; null: no longer known. */
  readonly reportedAt: Date | null;
}

/**
 * Whether calls are reported on time (alerts 5.6).
 * @param last null: none in the last seven days
 */
export function ingestStatus(last: LastCall | null): PartStatus {
  if (last === null) return { state: 'unknown', detail: 'no_calls', since: null };
  const { endedAt, reportedAt } = last;
  const isLate = reportedAt !== null && reportedAt.getTime() - endedAt.getTime() > LATE_AFTER_MS;
  return isLate
    ? { state: 'degraded', detail: 'late', since: endedAt }
    : { state: 'ok', detail: 'on_time', since: null };
}

/** The status of a tenant's store, from whether it answered (alerts 5.4). */
export const storeStatus = (answers: boolean): PartStatus =>
  answers
    ? { state: 'ok', detail: 'answers', since: null }
    : { state: 'down', detail: 'not_answering', since: null };

export const UNKNOWN: PartStatus = { state: 'unknown', detail: 'not_answering', since: null };

const laterOf = (a: Date | null, b: Date | null): Date | null => (a && b ? (a > b ? a : b) : (a ?? b));

function earliest(instants: readonly (Date | null)[]): Date | undefined {
  const known = instants.filter((it) => it !== null);
  return known.length === 0 ? undefined : new Date(Math.min(...known.map((it) => it.getTime())));
}
