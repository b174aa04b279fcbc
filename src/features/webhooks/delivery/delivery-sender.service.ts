import { createSecretKey, type KeyObject } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { tenantKey, type Tenant } from '../../../core/shared/auth-context.js';
import { reasonOf } from '../../../core/shared/platform-error.js';
import { OutboundFailure } from '../../../core/outbound-http/outbound-failure.js';
import { OutboundHttp } from '../../../core/outbound-http/outbound-http.js';
import type { OutboundContent } from '../../../core/outbound-http/outbound-request.js';
import { Clock } from '../../../core/time/clock.js';
import type { Webhook } from '../lookup/webhook-directory.service.js';
import { WebhookSecrets } from '../lookup/webhook-secrets.service.js';
import { eventBody, type EventFacts } from '../rules/event-body.policy.js';
import { exampleFacts } from '../rules/event-example.js';
import { FAILURES, outcomeOf, type Attempt } from '../rules/attempt-outcome.policy.js';
import { deliveryHeaders } from '../rules/signature.policy.js';
import type { TranscriptMode } from '../rules/vocabulary.js';
import {
  isOutdated,
  type ClaimedDelivery,
  type Pending,
  type Result,
  type Snapshot,
} from './delivery.types.js';
import { FRESH_MS } from './endpoint-queue.js';
import { SnapshotReader } from './snapshot-reader.service.js';

interface SignedRequest extends OutboundContent {
  readonly webhook: Webhook;
  readonly madeAt: Date;
  readonly transcriptMode: TranscriptMode;
}

/** Sends deliveries: the current state of the call, signed, in one exchange (webhooks 5, 6). */
@Injectable()
export class DeliverySender {
  private readonly logger = new Logger(DeliverySender.name);
  /** The signing keys of each webhook, opened once for all deliveries of that webhook object. */
  private readonly keys = new WeakMap<Webhook, Promise<readonly KeyObject[]>>();

  constructor(
    private readonly snapshots: SnapshotReader,
    private readonly secrets: WebhookSecrets,
    private readonly outbound: OutboundHttp,
    private readonly clock: Clock,
  ) {}

  /** Sends one delivery, whose content is built once a connection is free. Never rejects. */
  async send(tenant: Tenant, { delivery, webhook, snapshot }: Pending): Promise<Result> {
    let signed: SignedRequest | null = null;
    let waitsFor: Result['waitsFor'] = null;
    const prepare = async (): Promise<OutboundContent | null> => {
      let current: Snapshot | null = await snapshot;
      // The data is read again after waiting for a connection or a key; after a longer wait the
      // delivery is claimed again.
      for (let look = 1; look <= 2; look += 1) {
        if (!isFresh(current)) current = await this.snapshots.now(tenant, delivery);
        if (!current?.facts) return null;
        waitsFor = 'claim';
        const now = current.webhooks.get(delivery.webhook_id);
        if (now?.endpointUrl !== webhook.endpointUrl || isOutdated(delivery, now)) return null;
        const keys = await this.keysOf(tenant, now);
        if (keys === null) {
          waitsFor = 'signing_unavailable';
          return null;
        }
        if (isFresh(current))
          return (signed = this.sign(tenant, delivery, now, factsFor(delivery, current), keys));
      }
      return null;
    };
    try {
      const answer = await this.outbound.request({
        method: 'POST',
        url: webhook.endpointUrl,
        holder: tenantKey(tenant),
        prepare,
        timeoutMs: webhook.timeoutSeconds * 1000,
        answerHeaders: ['retry-after'],
      });
      const attempt = { status: answer.status, retryAfter: answer.headers['retry-after'] };
      return this.resultOf(delivery, webhook, signed, attempt, answer.durationMs);
    } catch (error) {
      if (!(error instanceof OutboundFailure)) {
        this.logger.error({ msg: 'delivery failed', reason: reasonOf(error) });
        return { delivery, webhook, made: null, waitsFor: null };
      }
      const failure = FAILURES[error.code];
      if (failure !== null) return this.resultOf(delivery, webhook, signed, { failure }, error.durationMs);
      return { delivery, webhook, made: null, waitsFor };
    }
  }

  private sign(
    tenant: Tenant,
    delivery: ClaimedDelivery,
    webhook: Webhook,
    facts: EventFacts | null,
    keys: readonly KeyObject[],
  ): SignedRequest {
    const madeAt = this.clock.now();
    const envelope = {
      eventId: delivery.event_id,
      event: delivery.event_type,
      occurredAt: delivery.occurred_at,
      sequence: delivery.sequence,
      isTest: delivery.is_test,
      clientId: tenant.clientId,
      dataEnv: tenant.dataEnv,
      projectId: delivery.project_id,
      webhookId: delivery.webhook_id,
    };
    const { text, transcriptMode } = eventBody(envelope, facts, webhook.transcriptToSend);
    const body = Buffer.from(text);
    const second = Math.floor(madeAt.getTime() / 1000);
    const headers = deliveryHeaders({ ...envelope, deliveryId: delivery.delivery_id, second, body }, keys);
    return { headers, body, timeoutMs: webhook.timeoutSeconds * 1000, webhook, madeAt, transcriptMode };
  }

  /** @param signed null if its address was refused before signing */
  private resultOf(
    delivery: ClaimedDelivery,
    claimed: Webhook,
    signed: SignedRequest | null,
    attempt: Attempt,
    durationMs: number,
  ): Result {
    const { webhook = claimed, madeAt: attemptedAt = this.clock.now(), transcriptMode } = signed ?? {};
    const plan = {
      attempt: delivery.attempt_count + 1,
      maxAttempts: delivery.max_attempts,
      backoffSeconds: webhook.retryBackoffSeconds,
    };
    return {
      delivery,
      webhook,
      made: {
        outcome: outcomeOf(attempt, plan, attemptedAt, Math.random()),
        attemptedAt,
        responseStatus: 'status' in attempt ? attempt.status : null,
        durationMs: Math.round(durationMs),
        transcriptMode: transcriptMode ?? webhook.transcriptToSend,
      },
      waitsFor: null,
    };
  }

  /** Null if they cannot be opened. */
  private async keysOf(tenant: Tenant, webhook: Webhook): Promise<readonly KeyObject[] | null> {
    const keys = this.keys.get(webhook) ?? this.open(tenant, webhook);
    this.keys.set(webhook, keys);
    return keys.catch((error: unknown) => {
      this.logger.warn({ msg: 'delivery not signed', reason: reasonOf(error) });
      return null;
    });
  }

  /** The current secret first, then the previous one while it is valid. */
  private async open(tenant: Tenant, webhook: Webhook): Promise<readonly KeyObject[]> {
    const { webhookId, secretEncrypted, previousSecretEncrypted, previousSecretExpiresAt: until } = webhook;
    const both = until !== null && until > this.clock.now();
    const sealed = both ? [secretEncrypted, previousSecretEncrypted!] : [secretEncrypted];
    const texts = await Promise.all(sealed.map((it) => this.secrets.open(tenant, webhookId, it)));
    return texts.map((text) => createSecretKey(text, 'utf8'));
  }
}

const isFresh = (snapshot: Snapshot | null): boolean =>
  snapshot !== null && performance.now() - snapshot.readAt <= FRESH_MS;

/** Null if the call is gone, or now belongs to another project than the webhook. */
function factsFor(
  { call_id: callId, project_id: projectId, event_type: event }: ClaimedDelivery,
  { facts }: Snapshot,
): EventFacts | null {
  if (callId === null) return exampleFacts(event);
  const found = facts?.get(callId);
  return found?.projectId === projectId ? found : null;
}
