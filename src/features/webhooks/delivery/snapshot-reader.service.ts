import { Injectable, Logger } from '@nestjs/common';
import { systemContext, type Tenant } from '../../../core/shared/auth-context.js';
import { reasonOf } from '../../../core/shared/platform-error.js';
import { CallEventFactsReader, type WantedTranscript } from '../../calls/events/call-event-facts.service.js';
import { enabledOf, WebhookDirectory, type Webhooks } from '../lookup/webhook-directory.service.js';
import { WebhookHealthReader } from '../lookup/webhook-health.service.js';
import type { ClaimedDelivery, Snapshot } from './delivery.types.js';

const MORE: readonly WantedTranscript[] = ['none', 'redacted', 'original'];

/** Reads the data from which deliveries are built. */
@Injectable()
export class SnapshotReader {
  private readonly logger = new Logger(SnapshotReader.name);

  constructor(
    private readonly directory: WebhookDirectory,
    private readonly health: WebhookHealthReader,
    private readonly facts: CallEventFactsReader,
  ) {}

  /** Reads the current data of one delivery; null if it cannot be read. Never rejects. */
  async now(tenant: Tenant, delivery: ClaimedDelivery): Promise<Snapshot | null> {
    const readAt = performance.now();
    try {
      const webhooks = await this.directory.now(tenant);
      const health = await this.health.of(systemContext(tenant, 'webhooks'), [delivery.webhook_id]);
      return await this.of(tenant, [delivery], enabledOf(webhooks, health), readAt);
    } catch (error) {
      this.logger.warn({ msg: 'webhook not read', webhook: delivery.webhook_id, reason: reasonOf(error) });
      return null;
    }
  }

  /**
   * Reads the data of these deliveries, their calls in one statement. Never rejects.
   * @param webhooks the enabled ones, requested at `readAt`
   */
  async of(
    tenant: Tenant,
    deliveries: readonly ClaimedDelivery[],
    webhooks: Webhooks,
    readAt: number,
  ): Promise<Snapshot> {
    const facts = await this.facts.of(tenant, wantedOf(deliveries, webhooks)).catch((error: unknown) => {
      this.logger.warn({ msg: 'deliveries not created', count: deliveries.length, reason: reasonOf(error) });
      return null;
    });
    return { readAt, webhooks, facts };
  }
}

/** For each call, everything that any of its deliveries needs; test deliveries need nothing. */
function wantedOf(deliveries: readonly ClaimedDelivery[], webhooks: Webhooks): Map<string, WantedTranscript> {
  const wanted = new Map<string, WantedTranscript>();
  for (const { call_id: callId, webhook_id: webhookId } of deliveries) {
    if (callId === null) continue;
    const before = MORE.indexOf(wanted.get(callId) ?? 'none');
    const own = MORE.indexOf(webhooks.get(webhookId)?.transcriptToSend ?? 'none');
    wanted.set(callId, MORE[Math.max(before, own)]!);
  }
  return wanted;
}
