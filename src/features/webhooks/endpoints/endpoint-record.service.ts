import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { Clock } from '../../../core/time/clock.js';
import { stateOf } from '../rules/webhook-status.policy.js';
import type { WebhookEndpointEntity } from '../webhooks.entities.js';
import type { NewWebhookResponse, WebhookRecord } from './endpoints.response.js';
import { ReceiverStates, UNTRIED, type ReceiverState } from './receiver-states.service.js';
import { numbersOf } from '../rules/webhook-numbers.js';
import { revisionHash } from '../rules/revision.policy.js';

@Injectable()
export class EndpointRecords {
  constructor(
    private readonly receivers: ReceiverStates,
    private readonly clock: Clock,
  ) {}

  /**
   * In the same order.
   * @throws 503 when the tenant's store does not answer
   */
  async of(auth: AuthContext, endpoints: readonly WebhookEndpointEntity[]): Promise<WebhookRecord[]> {
    const known = await this.receivers.of(
      auth,
      endpoints.map(({ webhookId }) => webhookId),
    );
    return endpoints.map((endpoint) => this.recordOf(endpoint, known.get(endpoint.webhookId)));
  }

  /** Read before the webhook is changed: a failed read must not undo a change. */
  async receiverOf(auth: AuthContext, webhookId: string): Promise<ReceiverState | undefined> {
    return (await this.receivers.of(auth, [webhookId])).get(webhookId);
  }

  recordOf(
    endpoint: WebhookEndpointEntity,
    { health, waitingCount, next }: ReceiverState = UNTRIED,
  ): WebhookRecord {
    const { status, disabledReason, consecutiveFailures } = stateOf(endpoint, health);
    const previousEnd = endpoint.previousSecretExpiresAt;
    return {
      webhook_id: endpoint.webhookId,
      project_id: endpoint.projectId,
      endpoint_url: endpoint.endpointUrl,
      event_types: endpoint.eventTypes,
      transcript_to_send: endpoint.transcriptToSend,
      ...numbersOf(endpoint),
      status,
      disabled_reason: disabledReason,
      consecutive_failures: consecutiveFailures,
      last_success_at_utc: health?.lastSuccessAt?.toISOString() ?? null,
      last_failure_at_utc: health?.lastFailureAt?.toISOString() ?? null,
      next_attempts: {
        waiting_count: waitingCount,
        items: next.map((it) => ({
          delivery_id: it.deliveryId,
          event_type: it.eventType,
          attempt_number: it.attemptNumber,
          due_at_utc: it.dueAt.toISOString(),
        })),
      },
      secret_last_rotated_at_utc: endpoint.secretRotatedAt.toISOString(),
      previous_secret_expires_at_utc:
        previousEnd && previousEnd > this.clock.now() ? previousEnd.toISOString() : null,
      created_at_utc: endpoint.createdAt.toISOString(),
      updated_at_utc: endpoint.updatedAt.toISOString(),
      updated_by: endpoint.updatedBy,
      revision_hash: revisionHash(endpoint.revision, endpoint),
    };
  }
}

/** The only response that shows a secret. */
export const withSecret = (record: WebhookRecord, secret: string): NewWebhookResponse => ({
  ...record,
  secret,
  secret_available: true,
});

/** The response stored for replays. */
export const withoutSecret = (record: WebhookRecord): NewWebhookResponse => ({
  ...record,
  secret: null,
  secret_available: false,
});
