import { hash } from 'node:crypto';
import type { AuthContext, Tenant } from '../../../core/shared/auth-context.js';
import { SEVERITIES, type AlertKind, type AlertReason, type SubjectType } from './alert-kinds.js';
import { textOf, type AlertText } from './alert-texts.policy.js';

/** How many calls may run at once now; null: no limit is set. */
export interface CapacityLimits {
  readonly project: number | null;
  readonly client: number | null;
}

/** Something that needs a person, as read from a store. */
export interface AlertCause {
  readonly kind: AlertKind;
  readonly subjectId: string;
  readonly label: string;
  /** Null: the alert concerns the whole client. */
  readonly projectId: string | null;
  readonly reason: AlertReason | null;
  readonly since: Date;
  /** When it expires or is due; null: never. */
  readonly dueAt: Date | null;
  /** For a failing webhook, the last status of its receiver, or why there is none. */
  readonly lastAnswer?: string | null;
  /** Only for refused calls. */
  readonly limits?: CapacityLimits;
}

export interface Acknowledgement {
  readonly alertId: string;
  readonly acknowledgedAt: Date;
  readonly acknowledgedBy: string;
}

export interface OpenAlert extends AlertCause, AlertText {
  readonly alertId: string;
  readonly subjectType: SubjectType;
  /** Null: not acknowledged yet. */
  readonly acknowledgement: Acknowledgement | null;
}

const SUBJECTS: Readonly<Record<AlertKind, SubjectType>> = {
  webhook_degraded: 'webhook',
  webhook_disabled: 'webhook',
  webhook_secret_ends: 'webhook',
  api_key_ends: 'api_key',
  runtime_drift: 'project',
  runtime_silent: 'project',
  campaign_paused: 'campaign',
  wash_ends: 'campaign',
  capacity_blocked: 'project',
  usage_threshold: 'usage_alert',
  caller_request_urgent: 'caller_request',
  caller_request_overdue: 'caller_request',
  work_given_up: 'work',
  support_overdue: 'support_ticket',
  address_bounced: 'email_address',
  break_glass: 'break_glass_use',
  way_back_ends: 'sso_connection',
  sso_certificate_ends: 'sso_connection',
};

/** One id for each tenant, kind and subject (alerts 1.4). */
export function alertIdOf({ clientId, dataEnv }: Tenant, kind: AlertKind, subjectId: string): string {
  const digest = hash('sha256', JSON.stringify([clientId, dataEnv, kind, subjectId]), 'hex');
  // Version 8 of RFC 9562: for the service's own scheme.
  return digest.slice(0, 32).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-8$3-8$4-$5');
}

/** A line for each cause, for one reader: most severe first, then newest first (alerts 3.2). */
export function openAlerts(
  reader: Tenant & Pick<AuthContext, 'scope'>,
  causes: readonly AlertCause[],
): readonly OpenAlert[] {
  return causes
    .map((cause) => ({
      ...cause,
      ...textOf(cause.kind, cause.reason, reader.scope),
      alertId: alertIdOf(reader, cause.kind, cause.subjectId),
      subjectType: SUBJECTS[cause.kind],
      acknowledgement: null,
    }))
    .sort(
      (a, b) =>
        SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
        b.since.getTime() - a.since.getTime() ||
        (a.alertId < b.alertId ? -1 : 1),
    );
}

/** Acknowledges causes that began before; a cause that begins later is open again (alerts 4.2). */
export function acknowledgedBy(
  alerts: readonly OpenAlert[],
  acknowledgements: readonly Acknowledgement[],
): readonly OpenAlert[] {
  const byAlert = new Map(acknowledgements.map((it) => [it.alertId, it]));
  return alerts.map((alert) => {
    const acknowledgement = byAlert.get(alert.alertId);
    return acknowledgement && acknowledgement.acknowledgedAt >= alert.since
      ? { ...alert, acknowledgement }
      : alert;
  });
}
