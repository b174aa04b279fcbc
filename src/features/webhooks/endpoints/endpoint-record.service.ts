import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/kernel/auth-context.js';
import { Clock } from '../../../core/time/clock.js';
import { WebhookHealthReader } from '../lookup/webhook-health.service.js';
import type { Health } from '../rules/webhook-status.policy.js';
import { stateOf } from '../rules/webhook-status.policy.js';
import type { WebhookEndpointEntity } from '../webhooks.entities.js';
import type { NewWebhookResponse, WebhookRecord } from './endpoints.response.js';
import { revisionHash } from '../rules/revision.policy.js';

/** How a webhook is shown. */
@Injectable()
export class EndpointRecords {
  constructor(
    private readonly health: WebhookHealthReader,
    private readonly clock: Clock,
  ) {}

  /** In their order. @throws 503 when the tenant's store does not answer */
  async of(auth: AuthContext, endpoints: readonly WebhookEndpointEntity[]): Promise<WebhookRecord[]> {
    const known = await this.health.of(
      auth,
      endpoints.map(({ webhookId }) => webhookId),
    );
    return endpoints.map((endpoint) => this.recordOf(endpoint, known.get(endpoint.webhookId) ?? null));
  }

  /** What is noted of one receiver, asked for before its webhook is changed: a change is not undone for want of it. */
  async healthOf(auth: AuthContext, webhookId: string): Promise<Health | null> {
    return (await this.health.of(auth, [webhookId])).get(webhookId) ?? null;
  }

  recordOf(endpoint: WebhookEndpointEntity, health: Health | null): WebhookRecord {
    const { status, disabledReason, consecutiveFailures } = stateOf(endpoint, health);
    const previousEnd = endpoint.previousSecretExpiresAt;
    return {
      webhook_id: endpoint.webhookId,
      project_id: endpoint.projectId,
      endpoint_url: endpoint.endpointUrl,
      event_types: endpoint.eventTypes,
      transcript_to_send: endpoint.transcriptToSend,
      timeout_seconds: endpoint.timeoutSeconds,
      retry_attempts: endpoint.retryAttempts,
      retry_backoff_seconds: endpoint.retryBackoffSeconds,
      status,
      disabled_reason: disabledReason,
      consecutive_failures: consecutiveFailures,
      last_success_at_utc: health?.lastSuccessAt?.toISOString() ?? null,
      last_failure_at_utc: health?.lastFailureAt?.toISOString() ?? null,
      secret_last_rotated_at_utc: endpoint.secretRotatedAt.toISOString(),
      previous_secret_expires_at_utc:
        previousEnd && previousEnd > this.clock.now() ? previousEnd.toISOString() : null,
      created_at_utc: endpoint.createdAt.toISOString(),
      updated_at_utc: endpoint.updatedAt.toISOString(),
      revision_hash: revisionHash(endpoint.revision, endpoint),
    };
  }
}

/** The one answer that shows a secret. */
export const withSecret = (record: WebhookRecord, secret: string): NewWebhookResponse => ({
  ...record,
  secret,
  secret_available: true,
});

/** What is stored for replays. */
export const withoutSecret = (record: WebhookRecord): NewWebhookResponse => ({
  ...record,
  secret: null,
  secret_available: false,
});
