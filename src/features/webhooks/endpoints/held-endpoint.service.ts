import { notFound } from '../../../core/shared/platform-error.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { isGivenId } from '../../../core/http/fields/given-id.js';
import { WebhookEndpointEntity } from '../webhooks.entities.js';
import { LOCK_WEBHOOK } from './endpoints.queries.js';
import { revisionHash } from '../rules/revision.policy.js';
import { assertRead, type GuardSource, type Proof } from '../rules/write-guard.js';

export interface Target {
  readonly webhookId: string;
  /** The project, if the request names it. */
  readonly projectId?: string | undefined;
}

/** A malformed id gets the same response as an unknown one. @throws 404 */
export function assertWebhookId({ webhookId }: Target): void {
  if (!isGivenId(webhookId)) throw notFound();
}

/** @throws 404 if it does not exist, or belongs to another project than the one in the request */
export function assertNamed(
  endpoint: WebhookEndpointEntity | null,
  { projectId }: Target,
): asserts endpoint is WebhookEndpointEntity {
  if (!endpoint || (projectId !== undefined && projectId !== endpoint.projectId)) throw notFound();
}

/**
 * The webhook, locked until the transaction ends.
 * @throws 404 if it does not exist or belongs to another project, 428 and 409 of its guard
 */
export async function holdEndpoint(
  tx: UnitOfWork,
  target: Target,
  guard: GuardSource,
  proof: Proof,
): Promise<WebhookEndpointEntity> {
  const { webhookId } = target;
  await tx.query(LOCK_WEBHOOK, [webhookId]);
  const endpoint = await tx.repo(WebhookEndpointEntity).findOne({ webhookId });
  assertNamed(endpoint, target);
  assertRead(guard, proof, revisionHash(endpoint.revision, endpoint));
  return endpoint;
}
