import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/kernel/auth-context.js';
import { notFound, PlatformError } from '../../../core/kernel/platform-error.js';
import { isGivenId } from '../../../core/http/given-id.js';
import { stateOf } from '../rules/webhook-status.policy.js';
import { WEBHOOK_ERRORS } from '../webhooks.errors.js';
import { WebhookDirectory } from './webhook-directory.service.js';
import type { Webhook } from './webhook-directory.service.js';
import { WebhookHealthReader } from './webhook-health.service.js';

/** Finds the webhook that a test, a retry or a look at its history names, unless it is disabled. */
@Injectable()
export class EnabledWebhooks {
  constructor(
    private readonly directory: WebhookDirectory,
    private readonly health: WebhookHealthReader,
  ) {}

  /** The webhook as it is now. @throws 404 when it is not there, 409 webhook_disabled, 503 */
  async find(auth: AuthContext, webhookId: string): Promise<Webhook> {
    const webhook = isGivenId(webhookId) ? (await this.directory.now(auth)).get(webhookId) : undefined;
    if (!webhook) throw notFound();
    const known = await this.health.of(auth, [webhookId]);
    if (stateOf(webhook, known.get(webhookId) ?? null).status === 'disabled')
      throw new PlatformError(WEBHOOK_ERRORS.disabled);
    return webhook;
  }
}
