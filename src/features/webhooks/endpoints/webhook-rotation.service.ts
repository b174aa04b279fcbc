import { Injectable } from '@nestjs/common';
import type { AuditAction } from '../../../core/shared/audit-event.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { Clock } from '../../../core/time/clock.js';
import { WebhookSecrets } from '../lookup/webhook-secrets.service.js';
import { WEBHOOK_ACTIONS } from '../webhooks.audit.js';
import { WebhookEndpointEntity } from '../webhooks.entities.js';
import { EndpointRecords, withoutSecret, withSecret } from './endpoint-record.service.js';
import type { NewWebhookResponse, WebhookRecord } from './endpoints.response.js';
import { assertWebhookId, holdEndpoint, type Target } from './held-endpoint.service.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import { quotedEtag } from '../../../core/http/etag/etag-headers.policy.js';

type Values = Partial<Omit<WebhookEndpointEntity, 'clientId' | 'dataEnv' | 'webhookId'>>;

interface Change {
  readonly action: AuditAction;
  /** The response of a replay. */
  readonly kept: (record: WebhookRecord) => WebhookRecord;
  readonly values: (endpoint: WebhookEndpointEntity, now: Date) => Values;
}

/** Rotates the secrets of webhooks (webhooks section 4). */
@Injectable()
export class WebhookRotationService {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly secrets: WebhookSecrets,
    private readonly records: EndpointRecords,
    private readonly clock: Clock,
  ) {}

  /**
   * Replaces the current secret, which continues to sign for a time. Only this response contains
   * the secret.
   * @param overlapSeconds 0 to 604800
   * @throws 404 if it does not exist, 428 and 409 of the guard, 503 without the tenant's key
   */
  async rotate(
    auth: AuthContext,
    target: Target,
    overlapSeconds: number,
    ifMatch: string | undefined,
    reservation: Reservation | null,
  ): Promise<NewWebhookResponse> {
    assertWebhookId(target);
    const secret = await this.secrets.mint(auth, target.webhookId);
    const record = await this.apply(auth, target, ifMatch, reservation, {
      action: WEBHOOK_ACTIONS.secretRotated,
      kept: withoutSecret,
      values: (endpoint, now) => ({
        secretEncrypted: secret.sealed,
        secretRotatedAt: now,
        previousSecretEncrypted: overlapSeconds > 0 ? endpoint.secretEncrypted : null,
        previousSecretExpiresAt: overlapSeconds > 0 ? new Date(now.getTime() + overlapSeconds * 1000) : null,
      }),
    });
    return withSecret(record, secret.text);
  }

  /** Ends a rotation's overlap early; without one, only the revision changes. */
  endPrevious(
    auth: AuthContext,
    target: Target,
    ifMatch: string | undefined,
    reservation: Reservation | null,
  ): Promise<WebhookRecord> {
    assertWebhookId(target);
    return this.apply(auth, target, ifMatch, reservation, {
      action: WEBHOOK_ACTIONS.previousSecretEnded,
      kept: (record) => record,
      values: () => ({ previousSecretEncrypted: null, previousSecretExpiresAt: null }),
    });
  }

  private async apply(
    auth: AuthContext,
    target: Target,
    ifMatch: string | undefined,
    reservation: Reservation | null,
    { action, kept, values }: Change,
  ): Promise<WebhookRecord> {
    const { webhookId } = target;
    const receiver = await this.records.receiverOf(auth, webhookId);
    return this.metadata.transaction(auth, async (tx) => {
      const endpoint = await holdEndpoint(tx, target, 'if_match', { ifMatch });
      const now = this.clock.now();
      const next = {
        ...values(endpoint, now),
        revision: endpoint.revision + 1,
        updatedAt: now,
        updatedBy: auth.principal.id,
      };
      await tx.repo(WebhookEndpointEntity).update({ webhookId }, next);
      await tx.auditDone(action, {
        webhook_id: webhookId,
        project_id: endpoint.projectId,
        previous_secret_expires_at_utc: next.previousSecretExpiresAt?.toISOString() ?? null,
      });
      const record = this.records.recordOf(Object.assign(endpoint, next), receiver);
      await tx.complete(reservation, kept(record), { ETag: quotedEtag(record.revision_hash) });
      return record;
    });
  }
}
