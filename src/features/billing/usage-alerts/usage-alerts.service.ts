import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { notFound, PlatformError, validationFailed } from '../../../core/shared/platform-error.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { ProjectVisibility } from '../../../core/tenancy/project-visibility.service.js';
import { Clock } from '../../../core/time/clock.js';
import { isGivenId } from '../../../core/http/fields/given-id.js';
import { BILLING_ACTIONS } from '../billing.audit.js';
import { getConfiguration } from '../configuration/billing-configuration.js';
import { thresholdProblem } from '../rules/usage-alert.policy.js';
import type { AlertAction, Threshold, ThresholdType } from '../rules/usage-alert.policy.js';
import type { MeterId } from '../rules/charges/usage-charges.policy.js';
import {
  ADD_ALERT,
  CHANGE_ALERT,
  COUNT_ALERTS,
  LOCK_ALERT_TERMS,
  REMOVE_ALERT,
  SHOW_ALERTS,
  TAKE_ALERTS_TURN,
} from './usage-alerts.queries.js';
import type { ChangeUsageAlertRequest, CreateUsageAlertRequest } from './usage-alerts.request.js';
import type {
  RemovedUsageAlertResponse,
  UsageAlert,
  UsageAlertCrossing,
  UsageAlertsResponse,
} from './usage-alerts.response.js';

/** Each alert costs a comparison every few minutes, and one mail in a billing period. */
const MOST_ALERTS = 50;

interface Row {
  readonly alert_id: string;
  readonly meter_id: MeterId;
  readonly project_id: string | null;
  readonly threshold_type: ThresholdType;
  readonly threshold_value: string;
  readonly action: AlertAction;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly period_start: Date | null;
  readonly period_end: Date;
  readonly reached_at: Date;
  readonly quantity: string;
  readonly mail_status: UsageAlertCrossing['mail_status'];
  readonly is_capping: boolean | null;
}

type Terms = Pick<Row, 'meter_id' | 'project_id' | 'threshold_type'>;

/** A client's alerts about its usage (billing section 16). */
@Injectable()
export class UsageAlertsService {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly projects: ProjectVisibility,
    private readonly clock: Clock,
  ) {}

  /** @throws 404 without a plan */
  list(auth: AuthContext): Promise<UsageAlertsResponse> {
    return this.metadata.read(auth, async (db) => {
      await getConfiguration(db, auth);
      return { usage_alerts: await this.shown(db, null) };
    });
  }

  /** @throws 404 without a plan or such a project, 400, 409 if there are too many */
  async create(
    auth: AuthContext,
    request: CreateUsageAlertRequest,
    reservation: Reservation,
  ): Promise<UsageAlert> {
    const { meter_id: meterId, project_id: projectId = null, action = 'notify' } = request;
    const { threshold_type: thresholdType, threshold_value: thresholdValue } = request;
    if (projectId !== null && !(await this.projects.isVisible(auth, projectId))) throw notFound();
    assertThreshold({ projectId, thresholdType, thresholdValue });
    return this.metadata.transaction(auth, async (tx) => {
      await getConfiguration(tx, auth);
      await tx.query(TAKE_ALERTS_TURN);
      const [count] = await tx.query<{ alerts: number }>(COUNT_ALERTS);
      if (count!.alerts >= MOST_ALERTS) {
        throw new PlatformError(CATALOGUE.conflict, {
          message: `The client has ${MOST_ALERTS} usage alerts, which is the limit. Delete one.`,
        });
      }
      const values = [meterId, projectId, thresholdType, thresholdValue, action, this.clock.now()];
      const [added] = await tx.query<{ alert_id: string }>(ADD_ALERT, values);
      await tx.auditDone(BILLING_ACTIONS.alertCreated, {
        alert_id: added!.alert_id,
        meter_id: meterId,
        project_id: projectId,
        threshold_type: thresholdType,
        threshold_value: thresholdValue,
        alert_action: action,
      });
      const [alert] = await this.shown(tx, added!.alert_id);
      return tx.complete(reservation, alert!);
    });
  }

  /** @throws 404 without such an alert, 400 */
  async change(
    auth: AuthContext,
    alertId: string,
    { threshold_value: newValue, action: newAction }: ChangeUsageAlertRequest,
    reservation: Reservation | null,
  ): Promise<UsageAlert> {
    if (!isGivenId(alertId)) throw notFound();
    const [thresholdValue, action] = [newValue ?? null, newAction ?? null];
    return this.metadata.transaction(auth, async (tx) => {
      const [terms] = await tx.query<Terms>(LOCK_ALERT_TERMS, [alertId]);
      if (!terms) throw notFound();
      const { project_id: projectId, threshold_type: thresholdType } = terms;
      if (thresholdValue !== null) assertThreshold({ projectId, thresholdType, thresholdValue });
      await tx.query(CHANGE_ALERT, [alertId, thresholdValue, action, this.clock.now()]);
      await tx.auditDone(BILLING_ACTIONS.alertChanged, {
        alert_id: alertId,
        threshold_value: thresholdValue,
        alert_action: action,
      });
      const [alert] = await this.shown(tx, alertId);
      return tx.complete(reservation, alert!);
    });
  }

  /** @throws 404 without such an alert */
  async remove(
    auth: AuthContext,
    alertId: string,
    reservation: Reservation | null,
  ): Promise<RemovedUsageAlertResponse> {
    if (!isGivenId(alertId)) throw notFound();
    return this.metadata.transaction(auth, async (tx) => {
      const [removed] = await tx.query<Terms>(REMOVE_ALERT, [alertId]);
      if (!removed) throw notFound();
      await tx.auditDone(BILLING_ACTIONS.alertDeleted, {
        alert_id: alertId,
        meter_id: removed.meter_id,
        project_id: removed.project_id,
      });
      return tx.complete(reservation, { alert_id: alertId, status: 'deleted' });
    });
  }

  private async shown(db: StoreReader, alertId: string | null): Promise<UsageAlert[]> {
    return (await db.query<Row>(SHOW_ALERTS, [alertId, this.clock.now()])).map(toAlert);
  }
}

function assertThreshold(threshold: Omit<Threshold, 'meterId'>): void {
  const problem = thresholdProblem(threshold);
  if (problem === null) return;
  throw validationFailed({ loc: ['body', problem.field], message: problem.message, type: 'value_error' });
}

const toAlert = (row: Row): UsageAlert => ({
  alert_id: row.alert_id,
  meter_id: row.meter_id,
  project_id: row.project_id,
  threshold_type: row.threshold_type,
  threshold_value: Number(row.threshold_value),
  action: row.action,
  is_capping: row.is_capping ?? false,
  last_reached:
    row.period_start === null
      ? null
      : {
          period_start: row.period_start.toISOString(),
          period_end: row.period_end.toISOString(),
          reached_at: row.reached_at.toISOString(),
          quantity: Number(row.quantity),
          mail_status: row.mail_status,
        },
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});
