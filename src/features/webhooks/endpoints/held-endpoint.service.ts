import { isUUID } from 'class-validator';
import { staleConflict } from '../../../core/errors/stale.js';
import { checkPrecondition, readIfMatch } from '../../../core/http/write-guard.policy.js';
import { notFound } from '../../../core/kernel/platform-error.js';
import type { UnitOfWork } from '../../../core/kernel/unit-of-work.js';
import { WebhookEndpointEntity } from '../webhooks.entities.js';
import { LOCK_WEBHOOK } from './endpoints.queries.js';
import { revisionHash } from './revision.policy.js';

/** Which webhook a request is about. */
export interface Target {
  readonly webhookId: string;
  /** Where the request names it. */
  readonly projectId?: string | undefined;
}

/** What a request says of the state it has read. */
export interface Proof {
  /** The header. */
  readonly ifMatch: string | undefined;
  /** `revision_hash` of the body, where the route takes it there as well. */
  readonly hash?: string | undefined;
}

/** Where a guard may stand: PATCH and create take both places, the rest the header alone. */
export type GuardPlace = 'if_match' | 'if_match_or_token';

/**
 * Holds what a request has read against what stands (webhooks section 3).
 * @throws 428 where nothing was sent that names a state, 409 for another one, 400 for an If-Match that cannot be read
 */
export function assertRead(guard: GuardPlace, { ifMatch, hash }: Proof, current: string): void {
  const places = guard === 'if_match' ? 'If-Match' : 'If-Match or as revision_hash in the body';
  const stale = checkPrecondition(
    {
      guard,
      replacesState: true,
      current: [current],
      ifMatch: readIfMatch(ifMatch),
      token: hash,
      tokenField: 'revision_hash',
    },
    `Say which state you have read: send its revision_hash as ${places}; * is not enough.`,
  );
  if (stale) throw staleConflict({ ...stale, changed_paths: null });
}

/** An id that the database would refuse belongs to no webhook. @throws 404 */
export function assertWebhookId({ webhookId }: Target): void {
  if (!isUUID(webhookId, 'loose')) throw notFound();
}

/**
 * The webhook, held until the transaction ends.
 * @throws 404 when it is not there or is another project's, 428 and 409 of its guard
 */
export async function holdEndpoint(
  tx: UnitOfWork,
  { webhookId, projectId }: Target,
  guard: GuardPlace,
  proof: Proof,
): Promise<WebhookEndpointEntity> {
  await tx.query(LOCK_WEBHOOK, [webhookId]);
  const endpoint = await tx.repo(WebhookEndpointEntity).findOne({ webhookId });
  if (!endpoint || (projectId !== undefined && projectId !== endpoint.projectId)) throw notFound();
  assertRead(guard, proof, revisionHash(endpoint.revision, endpoint));
  return endpoint;
}
