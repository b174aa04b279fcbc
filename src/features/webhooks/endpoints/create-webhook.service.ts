import { storedAddress } from './endpoint-address.policy.js';
import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { notFound, PlatformError } from '../../../core/shared/platform-error.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { Clock } from '../../../core/time/clock.js';
import { quotedEtag } from '../../../core/http/etag/etag-headers.policy.js';
import { ProjectVisibility } from '../../../core/tenancy/project-visibility.service.js';
import { PROJECT_ERRORS } from '../../projects/projects.errors.js';
import { WebhookSecrets } from '../lookup/webhook-secrets.service.js';
import { columnsOf } from '../rules/webhook-numbers.js';
import { EVENT_TYPES } from '../rules/vocabulary.js';
import { WEBHOOK_ACTIONS } from '../webhooks.audit.js';
import { WebhookEndpointEntity } from '../webhooks.entities.js';
import { WEBHOOK_ERRORS } from '../webhooks.errors.js';
import { EndpointRecords, withoutSecret, withSecret } from './endpoint-record.service.js';
import { EndpointTerms } from './endpoint-terms.service.js';
import { TAKE_WEBHOOKS_TURN, WEBHOOK_PROJECT } from './endpoints.queries.js';
import type { CreateWebhookRequest } from './endpoints.request.js';
import type { NewWebhookResponse } from './endpoints.response.js';
import { collectionRevision } from '../rules/revision.policy.js';
import { assertRead } from '../rules/write-guard.js';

// Enough for each system of a customer and its test copies; every event of the project goes to all
// of them.
const MAX_WEBHOOKS = 20;

/** Creates webhooks (webhooks section 2). */
@Injectable()
export class CreateWebhookService {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly projects: ProjectVisibility,
    private readonly terms: EndpointTerms,
    private readonly secrets: WebhookSecrets,
    private readonly records: EndpointRecords,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates a webhook. Only this response contains its secret.
   * @throws 404 for a project that is not the caller's, 422 for an invalid configuration, 428 and
   *   409 of the guard, 409 if the project is archived or has reached the limit
   */
  async create(
    auth: AuthContext,
    request: CreateWebhookRequest,
    ifMatch: string | undefined,
    reservation: Reservation,
  ): Promise<NewWebhookResponse> {
    const projectId = request.project_id;
    if (!(await this.projects.isVisible(auth, projectId))) throw notFound();
    await this.terms.assertAllowed(auth, {
      projectId,
      endpointUrl: request.endpoint_url,
      transcriptToSend: request.transcript_to_send,
    });
    const webhookId = randomUUID();
    const secret = await this.secrets.mint(auth, webhookId);
    const record = await this.metadata.transaction(
      auth,
      async (tx) => {
        await assertRoom(tx, projectId, { ifMatch, hash: request.revision_hash });
        await this.insert(tx, auth, { webhookId, request, secret: secret.sealed });
        const made = await tx.repo(WebhookEndpointEntity).findOne({ webhookId });
        if (!made) throw new Error('A webhook that was just inserted cannot be found.');
        const answer = this.records.recordOf(made);
        await tx.complete(reservation, withoutSecret(answer), { ETag: quotedEtag(answer.revision_hash) });
        return answer;
      },
      { serializeBy: `webhooks ${projectId}` },
    );
    return withSecret(record, secret.text);
  }

  private async insert(
    tx: UnitOfWork,
    auth: AuthContext,
    { webhookId, request, secret }: New,
  ): Promise<void> {
    const now = this.clock.now();
    const actor = auth.principal.id;
    const transcriptToSend = request.transcript_to_send ?? 'none';
    await tx.repo(WebhookEndpointEntity).insert({
      webhookId,
      projectId: request.project_id,
      endpointUrl: storedAddress(request.endpoint_url),
      eventTypes: EVENT_TYPES.filter((it) => request.event_types.includes(it)),
      transcriptToSend,
      ...columnsOf(request),
      secretEncrypted: secret,
      secretRotatedAt: now,
      createdAt: now,
      createdBy: actor,
      updatedAt: now,
      updatedBy: actor,
    });
    await tx.auditDone(WEBHOOK_ACTIONS.created, {
      webhook_id: webhookId,
      project_id: request.project_id,
      event_types: request.event_types.join(' '),
      transcript_to_send: transcriptToSend,
    });
  }
}

interface New {
  readonly webhookId: string;
  readonly request: CreateWebhookRequest;
  readonly secret: Buffer;
}

async function assertRoom(
  tx: UnitOfWork,
  projectId: string,
  proof: { readonly ifMatch: string | undefined; readonly hash: string | undefined },
): Promise<void> {
  // Separate statements: they see what was committed while this one waited.
  await tx.query(TAKE_WEBHOOKS_TURN, [projectId]);
  const [project] = await tx.query<{ is_archived: boolean }>(WEBHOOK_PROJECT, [projectId]);
  if (!project) throw notFound();
  const others = await tx.repo(WebhookEndpointEntity).find({ projectId });
  assertRead('if_match_or_token', proof, collectionRevision(projectId, others), 'list of webhooks');
  if (project.is_archived) throw new PlatformError(PROJECT_ERRORS.archived);
  if (others.length < MAX_WEBHOOKS) return;
  throw new PlatformError(WEBHOOK_ERRORS.limit, {
    message:
      `A project may have ${MAX_WEBHOOKS} webhooks, and this one has reached the limit. Delete one that is ` +
      'no longer needed.',
  });
}
