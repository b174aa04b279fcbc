import { createSecretKey, type KeyObject } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { tenantKey, type Tenant } from '../../../core/kernel/auth-context.js';
import { reasonOf } from '../../../core/kernel/platform-error.js';
import { OutboundFailure, type OutboundFailureCode } from '../../../core/outbound-http/outbound-failure.js';
import { OutboundHttp, type OutboundContent } from '../../../core/outbound-http/outbound-http.js';
import { Clock } from '../../../core/time/clock.js';
import { CallEventFactsReader } from '../../calls/events/call-event-facts.service.js';
import type { CallEventFacts, WantedTranscript } from '../../calls/events/call-event-facts.service.js';
import type { Webhook, Webhooks } from '../lookup/webhook-directory.service.js';
import { WebhookSecrets } from '../lookup/webhook-secrets.service.js';
import { eventBody, type EventBody } from '../rules/event-body.policy.js';
import { exampleFacts } from '../rules/event-example.js';
import { outcomeOf, type Attempt, type Outcome } from '../rules/outcome.policy.js';
import { deliveryHeaders } from '../rules/signature.policy.js';
import type { TranscriptMode } from '../rules/vocabulary.js';
import type { Result, TakenDelivery } from './delivery.types.js';

/** What a delivery is made of. */
export interface Current {
  readonly webhook: Webhook;
  readonly facts: ReadonlyMap<string, CallEventFacts>;
}

/** A signed request. */
interface MadeRequest extends OutboundContent {
  readonly webhook: Webhook;
  readonly madeAt: Date;
  readonly transcriptMode: TranscriptMode;
}

/** The current one first. */
type OpenedSecrets = readonly KeyObject[];

// A key that is at hand opens a secret in microseconds, and on a busy machine; one that is not is asked of the store and the key service.
const AT_HAND_MS = 100;
// A key is asked for once; only a process that stands still again and again comes to the last.
const MOST_LOOKS = 3;

/** What a failure to send says of the receiver; null: nothing, and it is tried again without counting. */
const FAILURES: Readonly<
  Record<OutboundFailureCode, Extract<Attempt, { failure: unknown }>['failure'] | null>
> = {
  address_blocked: 'address_blocked',
  dns_failed: 'dns_failed',
  connection_failed: 'connection_failed',
  tls_failed: 'tls_failed',
  timeout: 'timeout',
  payload_too_large: 'payload_too_large',
  invalid_request: 'connection_failed',
  invalid_response: 'connection_failed',
  busy: null,
  cancelled: null,
};

/** Sends deliveries: what the call is by now, signed, in one exchange (webhooks sections 5 and 6). */
@Injectable()
export class DeliverySender {
  private readonly logger = new Logger(DeliverySender.name);
  private readonly opened = new WeakMap<Webhook, Promise<OpenedSecrets>>();

  constructor(
    private readonly facts: CallEventFactsReader,
    private readonly secrets: WebhookSecrets,
    private readonly outbound: OutboundHttp,
    private readonly clock: Clock,
  ) {}

  /** What is told of the calls of these deliveries, read in one statement; null where it cannot be read. Never rejects. */
  async factsOf(
    tenant: Tenant,
    deliveries: readonly TakenDelivery[],
    webhooks: Webhooks,
  ): Promise<ReadonlyMap<string, CallEventFacts> | null> {
    try {
      return await this.facts.of(tenant, wantedOf(deliveries, webhooks));
    } catch (error) {
      this.logger.warn({ msg: 'deliveries not made', count: deliveries.length, reason: reasonOf(error) });
      return null;
    }
  }

  /**
   * Sends one to where its webhook is. Never rejects.
   * @param look how it stands with webhook and call when it is its turn to connect: what is sent is made and signed by that; null: nothing is sent
   */
  async send(
    tenant: Tenant,
    delivery: TakenDelivery,
    webhook: Webhook,
    look: () => Promise<Current | null>,
  ): Promise<Result> {
    const sent: { made: MadeRequest | null; waitsFor: Result['waitsFor'] } = { made: null, waitsFor: null };
    const prepare = async (): Promise<OutboundContent | null> => {
      for (let time = 1; time <= MOST_LOOKS; time += 1) {
        const current = await look();
        if (current === null) return null;
        const askedAt = performance.now();
        const secrets = await this.secretsOf(tenant, current.webhook);
        if (secrets === null) {
          sent.waitsFor = 'signing_unavailable';
          return null;
        }
        // A key that was waited for is at hand the next time, and what was changed meanwhile is seen then.
        if (performance.now() - askedAt > AT_HAND_MS) continue;
        sent.made = this.make(tenant, delivery, current, secrets);
        return sent.made;
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
      return this.resultOf(delivery, webhook, sent.made, attempt, answer.durationMs);
    } catch (error) {
      const failure = error instanceof OutboundFailure ? FAILURES[error.code] : null;
      if (!(error instanceof OutboundFailure))
        this.logger.error({ msg: 'delivery failed', reason: reasonOf(error) });
      if (failure === null) return { delivery, webhook, made: null, waitsFor: sent.waitsFor };
      const durationMs = error instanceof OutboundFailure ? error.durationMs : 0;
      return this.resultOf(delivery, webhook, sent.made, { failure }, durationMs);
    }
  }

  private make(
    tenant: Tenant,
    delivery: TakenDelivery,
    { webhook, facts }: Current,
    secrets: OpenedSecrets,
  ): MadeRequest {
    const madeAt = this.clock.now();
    const { text, transcriptMode } = bodyOf(tenant, delivery, webhook, facts);
    const body = Buffer.from(text);
    const headers = deliveryHeaders(
      {
        deliveryId: delivery.delivery_id,
        event: delivery.event_type,
        webhookId: delivery.webhook_id,
        second: Math.floor(madeAt.getTime() / 1000),
        body,
      },
      countingAt(webhook, madeAt) ? secrets : secrets.slice(0, 1),
    );
    const timeoutMs = webhook.timeoutSeconds * 1000;
    return { headers, body, timeoutMs, webhook, madeAt, transcriptMode };
  }

  /** @param made null where its address was refused before anything was made; then its webhook is what was known of it */
  private resultOf(
    delivery: TakenDelivery,
    known: Webhook,
    made: MadeRequest | null,
    attempt: Attempt,
    durationMs: number,
  ): Result {
    const webhook = made?.webhook ?? known;
    const attemptedAt = made?.madeAt ?? this.clock.now();
    return {
      delivery,
      webhook,
      made: {
        outcome: outcomeAt(attemptedAt, delivery, webhook, attempt),
        attemptedAt,
        responseStatus: 'status' in attempt ? attempt.status : null,
        durationMs: Math.round(durationMs),
        transcriptMode: made?.transcriptMode ?? webhook.transcriptToSend,
      },
      waitsFor: null,
    };
  }

  /** Null where they cannot be opened. */
  private async secretsOf(tenant: Tenant, webhook: Webhook): Promise<OpenedSecrets | null> {
    try {
      return await (this.opened.get(webhook) ?? this.open(tenant, webhook));
    } catch (error) {
      this.logger.warn({ msg: 'delivery not signed', reason: reasonOf(error) });
      return null;
    }
  }

  /** Opened once for as long as the webhook is taken to be as it was read, which is a second. */
  private open(tenant: Tenant, webhook: Webhook): Promise<OpenedSecrets> {
    const { webhookId, secretEncrypted, previousSecretEncrypted } = webhook;
    const sealed = countingAt(webhook, this.clock.now())
      ? [secretEncrypted, previousSecretEncrypted!]
      : [secretEncrypted];
    const opening = Promise.all(
      sealed.map(async (it) => createSecretKey(await this.secrets.open(tenant, webhookId, it), 'utf8')),
    );
    this.opened.set(webhook, opening);
    opening.catch(() => this.opened.delete(webhook));
    return opening;
  }
}

/** Whether the secret before still signs. */
const countingAt = ({ previousSecretExpiresAt: until }: Webhook, now: Date): boolean =>
  until !== null && until > now;

const MORE: readonly WantedTranscript[] = ['none', 'redacted', 'original'];

/** Of each call the most that one of its deliveries wants; of tests nothing is read. */
function wantedOf(deliveries: readonly TakenDelivery[], webhooks: Webhooks): Map<string, WantedTranscript> {
  const wanted = new Map<string, WantedTranscript>();
  for (const { call_id: callId, webhook_id: webhookId } of deliveries) {
    if (callId === null) continue;
    const before = MORE.indexOf(wanted.get(callId) ?? 'none');
    const own = MORE.indexOf(webhooks.get(webhookId)?.transcriptToSend ?? 'none');
    wanted.set(callId, MORE[Math.max(before, own)]!);
  }
  return wanted;
}

function bodyOf(
  tenant: Tenant,
  delivery: TakenDelivery,
  { transcriptToSend }: Webhook,
  facts: ReadonlyMap<string, CallEventFacts>,
): EventBody {
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
  const own = delivery.call_id === null ? exampleFacts(delivery.event_type) : factsFor(delivery, facts);
  return eventBody(envelope, own, transcriptToSend);
}

/** Null where the call is gone, or by now belongs to a project that the webhook is not of. */
function factsFor(
  { call_id: callId, project_id: projectId }: TakenDelivery,
  facts: ReadonlyMap<string, CallEventFacts>,
): CallEventFacts | null {
  const found = callId === null ? undefined : facts.get(callId);
  return found?.projectId === projectId ? found : null;
}

function outcomeAt(
  now: Date,
  delivery: TakenDelivery,
  { retryBackoffSeconds: backoffSeconds }: Webhook,
  attempt: Attempt,
): Outcome {
  const plan = { attempt: delivery.attempt_count + 1, maxAttempts: delivery.max_attempts, backoffSeconds };
  return outcomeOf(attempt, plan, now, Math.random());
}
