import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { notFound, PlatformError } from '../../../core/shared/platform-error.js';
import { isGivenId } from '../../../core/http/fields/given-id.js';
import { stateOf } from '../rules/webhook-status.policy.js';
import { WEBHOOK_ERRORS } from '../webhooks.errors.js';
import { WebhookDirectory, type Webhook } from './webhook-directory.service.js';
import { WebhookHealthReader } from './webhook-health.service.js';

/** Finds the webhook to send to, and refuses one that is switched off (webhooks 8.5). */
@Injectable()
export class WebhookTargets {
  constructor(
    private readonly directory: WebhookDirectory,
    private readonly health: WebhookHealthReader,
  ) {}

  /**
   * The current webhook, switched on or not.
   * @param projectId if the request names it
   * @throws 404 if it does not exist or belongs to another project, 503
   */
  async find(auth: AuthContext, webhookId: string, projectId?: string): Promise<Webhook> {
    const webhook = isGivenId(webhookId) ? (await this.directory.now(auth)).get(webhookId) : undefined;
    if (!webhook || (projectId !== undefined && projectId !== webhook.projectId)) throw notFound();
    return webhook;
  }

  /** Call it after validating the request. @throws 409 webhook_disabled, 503 */
  async assertEnabled(auth: AuthContext, webhook: Webhook): Promise<void> {
    const known = await this.health.of(auth, [webhook.webhookId]);
    if (stateOf(webhook, known.get(webhook.webhookId) ?? null).status === 'disabled')
      throw new PlatformError(WEBHOOK_ERRORS.disabled);
  }
}
