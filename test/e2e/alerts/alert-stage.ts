import { randomUUID } from 'node:crypto';
import type { Test } from 'supertest';
import type { Alert } from '../../../src/features/alerts/rules/alert.response.js';
import type { AlertsResponse } from '../../../src/features/alerts/list/list.response.js';
import type { PortalRole } from '../../../src/core/shared/roles.js';
import type { TestApp } from '../../support/app.js';
import type { TestTenant, TestUser } from '../../support/builders.js';
import { plantWash } from '../../support/campaign-contacts.js';
import { bearer } from '../access/callers.js';
import { PlantedCampaigns } from '../campaigns/planted-campaigns.js';

const HOUR = 3_600_000;
export const hoursFromNow = (hours: number): Date => new Date(Date.now() + hours * HOUR);

/** A planted cause that raises an alert, and the action that resolves the alert. */
export interface Planted {
  readonly subjectId: string;
  readonly label: string;
  readonly mend: () => Promise<unknown>;
}

/**
 * A tenant in which tests create and resolve causes, with people of every role who read its alerts.
 */
export class AlertStage {
  private constructor(
    readonly test: TestApp,
    readonly campaigns: PlantedCampaigns,
    readonly people: ReadonlyMap<PortalRole, TestUser>,
  ) {}

  static async open(test: TestApp, tenant?: TestTenant): Promise<AlertStage> {
    const campaigns = await PlantedCampaigns.open(test, tenant);
    const roles = ['partner_user', 'client_admin', 'client_staff', 'service_operator'] as const;
    const people = new Map<PortalRole, TestUser>();
    for (const role of roles) people.set(role, await test.world.aUser(campaigns.tenant, { role }));
    return new AlertStage(test, campaigns, people);
  }

  get tenant(): TestTenant {
    return this.campaigns.tenant;
  }

  get projectId(): string {
    return this.campaigns.projectId;
  }

  headers(role: PortalRole): Record<string, string> {
    const user = this.people.get(role);
    return user ? bearer(user.token()) : { ...this.campaigns.admin };
  }

  get(role: PortalRole, query: object = {}, path = '/v1/alerts'): Test {
    const { clientId } = this.tenant;
    return this.test
      .request()
      .get(path)
      .set(this.headers(role))
      .query({ client_id: clientId, ...query });
  }

  acknowledge(role: PortalRole, alertId: string): Test {
    const path = `/v1/alerts/${alertId}/acknowledge`;
    return this.test
      .request()
      .post(path)
      .set(this.headers(role))
      .query({ client_id: this.tenant.clientId })
      .send({});
  }

  async list(role: PortalRole, query: object = {}): Promise<AlertsResponse> {
    return (await this.get(role, query).expect(200)).body as AlertsResponse;
  }

  async alerts(role: PortalRole): Promise<readonly Alert[]> {
    return (await this.list(role, { page_size: 100 })).items;
  }

  sql(text: string, ...values: unknown[]): Promise<object[]> {
    const { clientId, dataEnv } = this.tenant;
    return this.test.world.sql(text, [clientId, dataEnv, ...values]);
  }

  inStore(text: string, ...values: unknown[]): Promise<object[]> {
    const { clientId, dataEnv } = this.tenant;
    return this.campaigns.inStore(text, [clientId, dataEnv, ...values]);
  }

  /** Creates a webhook of the project, and returns its id. */
  async webhook(columns: { isEnabled?: boolean; secretEnds?: Date } = {}): Promise<string> {
    const webhookId = randomUUID();
    const { isEnabled = true, secretEnds = null } = columns;
    await this.sql(
      `INSERT INTO webhook_endpoints (client_id, data_env, webhook_id, project_id, endpoint_url, event_types, transcript_to_send,
              timeout_seconds, retry_attempts, retry_backoff_seconds, is_enabled, secret_encrypted, secret_rotated_at,
              previous_secret_encrypted, previous_secret_expires_at, created_at, created_by, updated_at, updated_by)
       VALUES ($1, $2, $3, $4, 'https://hooks.acme.example/in/token', '{call_ended}', 'none', 10, 3, 5, $5, 'x', now() - interval '1 day',
              CASE WHEN $6::timestamptz IS NULL THEN NULL ELSE 'y'::bytea END, $6, now(), 'test', now(), 'test')`,
      webhookId,
      this.projectId,
      isEnabled,
      secretEnds,
    );
    return webhookId;
  }

  async removeWebhook(webhookId: string): Promise<void> {
    await this.sql(
      'DELETE FROM webhook_endpoints WHERE client_id = $1 AND data_env = $2 AND webhook_id = $3',
      webhookId,
    );
  }

  /** Plants the health of the webhook's receiver. */
  async receiver(webhookId: string, disabledReason: 'gone' | 'failing' | null): Promise<void> {
    await this.inStore(
      `INSERT INTO webhook_health (client_id, data_env, webhook_id, enablement, consecutive_failures, degraded_at, disabled_at, disabled_reason)
       VALUES ($1, $2, $3, 1, 9, now() - interval '2 hours', CASE WHEN $4::text IS NULL THEN NULL ELSE now() END, $4)`,
      webhookId,
      disabledReason,
    );
  }

  /** The last attempt of a delivery to the webhook, with this status. */
  answered(webhookId: string, status: number): Promise<object[]> {
    return this.inStore(
      `INSERT INTO webhook_deliveries (client_id, data_env, created_at, webhook_id, project_id, event_id, event_type, sequence,
              occurred_at, is_test, status, attempt_count, max_attempts, last_attempt_at, response_status_code, failure_code,
              endpoint_host, transcript_mode)
       VALUES ($1, $2, now(), $3, $4, gen_random_uuid(), 'call_ended', 1, now(), false, 'failed', 1, 1, now(), $5, 'http_status',
              'hooks.acme.example', 'none')`,
      webhookId,
      this.projectId,
      status,
    );
  }

  /** A delivery has reached the receiver since its webhook was switched on again. */
  reached(webhookId: string): Promise<object[]> {
    return this.inStore(
      `UPDATE webhook_health
          SET enablement = 2, degraded_at = NULL, disabled_at = NULL, disabled_reason = NULL, last_success_at = now()
        WHERE client_id = $1 AND data_env = $2 AND webhook_id = $3`,
      webhookId,
    );
  }

  async failingWebhook(disabledReason: 'gone' | 'failing' | null): Promise<Planted> {
    const webhookId = await this.webhook();
    await this.receiver(webhookId, disabledReason);
    return {
      subjectId: webhookId,
      label: 'hooks.acme.example',
      // Like switching the webhook on again: earlier failures no longer count.
      mend: () =>
        this.sql(
          'UPDATE webhook_endpoints SET enablement = 2 WHERE client_id = $1 AND data_env = $2 AND webhook_id = $3',
          webhookId,
        ),
    };
  }

  async drift(): Promise<Planted> {
    const runs = (hash: string) =>
      this.sql(
        `INSERT INTO project_runtime_reports AS r (client_id, data_env, project_id, applied_hash, runtime_id, reported_at)
         VALUES ($1, $2, $3, $4, 'voice-1', now())
         ON CONFLICT (client_id, data_env, project_id) DO UPDATE SET applied_hash = excluded.applied_hash`,
        this.projectId,
        hash,
      );
    await runs('another');
    return { subjectId: this.projectId, label: this.projectId, mend: () => runs('hash-of-version-1') };
  }

  async pausedCampaign(reason: string): Promise<Planted> {
    const campaignId = await this.campaigns.campaign({ status: 'paused', status_reason: reason });
    return { subjectId: campaignId, label: 'Recall', mend: () => this.setStatus(campaignId, 'running') };
  }

  setStatus(campaignId: string, status: string): Promise<unknown> {
    return this.inStore(
      `UPDATE campaigns SET status = $4, status_reason = 'user' WHERE client_id = $1 AND data_env = $2 AND campaign_id = $3`,
      campaignId,
      status,
    );
  }

  /** A running telemarketing campaign whose wash expires at this instant. */
  async washedCampaign(validUntil: Date, washedAt = hoursFromNow(-24)): Promise<Planted> {
    const columns = { status: 'running', status_reason: 'user', campaign_call_type: 'telemarketing' };
    const campaignId = await this.campaigns.campaign(columns);
    const wash = (until: Date, at: Date) =>
      plantWash(this.test, this.tenant, campaignId, { washedAt: at, validUntil: until, submitted: 1 });
    await wash(validUntil, washedAt);
    return {
      subjectId: campaignId,
      label: 'Recall',
      mend: () => wash(hoursFromNow(24 * 20), hoursFromNow(-1)),
    };
  }

  async refusedSlot(minute: Date): Promise<Planted> {
    await this.inStore(
      `INSERT INTO capacity_blocks (client_id, data_env, project_id, minute, blocked) VALUES ($1, $2, $3, date_trunc('minute', $4::timestamptz), 3)`,
      this.projectId,
      minute,
    );
    return {
      subjectId: this.projectId,
      label: this.projectId,
      mend: () => this.inStore('DELETE FROM capacity_blocks WHERE client_id = $1 AND data_env = $2'),
    };
  }

  /** A key that was created this many days ago and expires at this instant; returns its id. */
  async key(expiresAt: Date, days = 0): Promise<string> {
    const createdBy = randomUUID();
    const createdAt = hoursFromNow(-24 * days);
    await this.test.world.aKey(this.tenant, 'partner_user', { expiresAt, createdBy, createdAt });
    const [row] = await this.test.world.sql<{ key_id: string }>(
      'SELECT key_id FROM api_keys WHERE created_by = $1',
      [createdBy],
    );
    return row!.key_id;
  }

  revoke(keyId: string): Promise<unknown> {
    return this.sql(
      'UPDATE api_keys SET revoked_at = now() WHERE client_id = $1 AND data_env = $2 AND key_id = $3',
      keyId,
    );
  }

  async endingKey(): Promise<Planted> {
    const keyId = await this.key(hoursFromNow(24 * 13), 77);
    return { subjectId: keyId, label: 'test key', mend: () => this.revoke(keyId) };
  }

  /** A key that was rotated and then used. */
  async replacedKeyInUse(): Promise<Planted> {
    const [keyId, newId] = [await this.key(hoursFromNow(24 * 300)), await this.key(hoursFromNow(24 * 300))];
    await this.sql(
      `UPDATE api_keys SET replaced_by_key_id = $4, grace_expires_at = now() + interval '2 days', last_used_at = now() + interval '1 minute'
        WHERE client_id = $1 AND data_env = $2 AND key_id = $3`,
      keyId,
      newId,
    );
    return { subjectId: keyId, label: 'test key', mend: () => this.revoke(keyId) };
  }

  async reachedThreshold(action: 'notify' | 'pause_campaigns'): Promise<Planted> {
    await this.sql(
      `INSERT INTO billing_plans (client_id, data_env, plan_name, currency, monthly_fee, provider_customer_id, updated_at)
       VALUES ($1, $2, 'Plan', 'AUD', 0, $3, now()) ON CONFLICT DO NOTHING`,
      `cus_${this.tenant.clientId}`,
    );
    const alertId = randomUUID();
    await this.sql(
      `INSERT INTO billing_usage_alerts (client_id, data_env, alert_id, meter_id, threshold_type, threshold_value, action, created_at, updated_at)
       VALUES ($1, $2, $3, 'minutes', 'units', 80, $4, now(), now())`,
      alertId,
      action,
    );
    await this.sql(
      `INSERT INTO billing_alert_crossings (client_id, data_env, alert_id, revision, period_start, period_end, reached_at, quantity)
       VALUES ($1, $2, $3, 1, now() - interval '3 days', now() + interval '3 days', now() - interval '1 hour', 81)`,
      alertId,
    );
    return {
      subjectId: alertId,
      label: 'minutes',
      // Like a higher threshold: crossing another threshold is another alert.
      mend: () =>
        this.sql(
          'UPDATE billing_usage_alerts SET revision = 2 WHERE client_id = $1 AND data_env = $2 AND alert_id = $3',
          alertId,
        ),
    };
  }

  private requests = 0;

  /** A caller's request that becomes urgent and overdue at this instant. */
  async request(urgentFrom: Date, overdueFrom: Date): Promise<Planted> {
    const requestId = randomUUID();
    this.requests += 1;
    await this.sql(
      `INSERT INTO caller_requests (client_id, data_env, request_id, tracking_number, request_type, status, source, received_at, timezone,
              due_at, due_date_local, urgent_from, overdue_from, caller_display, contact_kind, identifier_kind, data_found_state,
              created_at, updated_at)
       VALUES ($1, $2, $3, $4, 'access', 'needs_review', 'internal', now() - interval '30 days', 'Australia/Sydney', $6, '2026-11-27', $5, $6,
              'masked', 'phone', 'manual', 'unknown', now(), now())`,
      requestId,
      this.requests,
      urgentFrom,
      overdueFrom,
    );
    return {
      subjectId: requestId,
      label: `REQ-000${this.requests}`,
      mend: () =>
        this.sql(
          `UPDATE caller_requests SET status = 'completed', closed_at = now() WHERE client_id = $1 AND data_env = $2 AND request_id = $3`,
          requestId,
        ),
    };
  }
}
