import type { AlertKind, AlertReason } from './alert-kinds.js';
import type { AlertCause, CapacityLimits } from './open-alerts.policy.js';

/** A row of a cause. A row without a label and a project concerns a webhook or a project. */
export interface CauseRow {
  readonly kind: AlertKind;
  readonly subject_id: string;
  /**
   * For a webhook, the last status of its receiver, or why there is none; for refused calls, the
   * limits as JSON.
   */
  readonly label: string | null;
  readonly project_id: string | null;
  readonly reason: AlertReason | null;
  readonly since: Date;
  readonly due_at: Date | null;
}

export interface WebhookRow {
  readonly webhook_id: string;
  readonly project_id: string;
  readonly endpoint_url: string;
  readonly is_enabled: boolean;
  readonly enablement: number;
  readonly updated_at: Date;
}

/** People know a webhook by its host; its path may contain a token of the receiver. */
const hostOf = (url: string): string => new URL(url).host;

/** @param json of the configured limits; null: none are configured */
function limitsOf(json: string | null): CapacityLimits {
  const set = json === null ? {} : (JSON.parse(json) as Partial<CapacityLimits>);
  return { project: set.project ?? null, client: set.client ?? null };
}

/** The id by which people know a caller's request (caller-requests 1.3). */
const trackingId = (number: string): string => `REQ-${number.padStart(4, '0')}`;

/**
 * A row as a cause, with the name by which people know its subject. @param names of projects, by id
 */
export function causeOf(
  row: CauseRow,
  webhooks: readonly WebhookRow[],
  names: ReadonlyMap<string, string>,
): AlertCause {
  const { kind, subject_id: subjectId, reason, since, due_at: dueAt } = row;
  const plain = { kind, subjectId, reason, since, dueAt, projectId: row.project_id };
  switch (kind) {
    case 'webhook_degraded':
    case 'webhook_disabled':
    case 'webhook_secret_ends': {
      const { endpoint_url: url, project_id: projectId } = webhooks.find(
        (it) => it.webhook_id === subjectId,
      )!;
      const lastAnswer = kind === 'webhook_secret_ends' ? null : row.label;
      return { ...plain, label: hostOf(url), projectId, lastAnswer };
    }
    case 'capacity_blocked':
      return { ...plain, label: names.get(subjectId) ?? subjectId, limits: limitsOf(row.label) };
    case 'runtime_silent':
      return { ...plain, label: names.get(subjectId) ?? subjectId };
    case 'caller_request_urgent':
    case 'caller_request_overdue':
      return { ...plain, label: trackingId(row.label ?? '') };
    default:
      return { ...plain, label: row.label ?? subjectId };
  }
}

/** Webhooks that their owner switched off: no later than their last change (alerts 2.4). */
export const ownerSwitchedOff = (webhooks: readonly WebhookRow[]): readonly AlertCause[] =>
  webhooks
    .filter((it) => !it.is_enabled)
    .map((it) => ({
      kind: 'webhook_disabled',
      subjectId: it.webhook_id,
      label: hostOf(it.endpoint_url),
      projectId: it.project_id,
      reason: 'by_owner',
      since: it.updated_at,
      dueAt: null,
    }));
