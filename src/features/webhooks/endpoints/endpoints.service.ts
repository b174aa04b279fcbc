import { storedAddress } from './endpoint-address.policy.js';
import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { ProjectVisibility } from '../../../core/tenancy/project-visibility.service.js';
import { Clock } from '../../../core/time/clock.js';
import { columnsOf } from '../rules/webhook-numbers.js';
import { EVENT_TYPES } from '../rules/vocabulary.js';
import { WEBHOOK_ACTIONS } from '../webhooks.audit.js';
import { WebhookEndpointEntity } from '../webhooks.entities.js';
import { EndpointRecords } from './endpoint-record.service.js';
import { EndpointTerms } from './endpoint-terms.service.js';
import type { ChangeWebhookRequest } from './endpoints.request.js';
import type {
  ClientWebhooksResponse,
  DeletedWebhookResponse,
  WebhookListResponse,
  WebhookRecord,
} from './endpoints.response.js';
import { assertNamed, assertWebhookId, holdEndpoint, type Target } from './held-endpoint.service.js';
import { WaitingDeliveries } from './waiting-deliveries.service.js';
import type { Proof } from '../rules/write-guard.js';
import { stateOf } from '../rules/webhook-status.policy.js';
import { collectionRevision } from '../rules/revision.policy.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import { quotedEtag } from '../../../core/http/etag/etag-headers.policy.js';

const OLDEST_FIRST = { createdAt: 'ASC', webhookId: 'ASC' } as const;
/** Fifty projects with the maximum of webhooks. */
const MOST_AT_ONCE = 1000;

type Changes = Partial<Omit<WebhookEndpointEntity, 'clientId' | 'dataEnv' | 'webhookId'>>;

/** Lists, changes and deletes webhooks (webhooks section 2). */
@Injectable()
export class EndpointsService {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly terms: EndpointTerms,
    private readonly records: EndpointRecords,
    private readonly waiting: WaitingDeliveries,
    private readonly projects: ProjectVisibility,
    private readonly clock: Clock,
  ) {}

  /** The webhooks of a project that the caller may see, oldest first. */
  async list(auth: AuthContext, projectId: string): Promise<WebhookListResponse> {
    const endpoints = await this.metadata.read(auth, (db) =>
      db.repo(WebhookEndpointEntity).find({ projectId }, { order: OLDEST_FIRST }),
    );
    return {
      items: await this.records.of(auth, endpoints),
      revision_hash: collectionRevision(projectId, endpoints),
    };
  }

  /** The webhooks of all projects that the caller may see, oldest first. */
  async listAll(auth: AuthContext): Promise<ClientWebhooksResponse> {
    const visible = await this.projects.visibleProjects(auth);
    const endpoints = await this.metadata.read(auth, (db) =>
      db.repo(WebhookEndpointEntity).find(visible === 'all' ? {} : { projectId: In([...visible]) }, {
        order: OLDEST_FIRST,
        take: MOST_AT_ONCE,
      }),
    );
    return { items: await this.records.of(auth, endpoints) };
  }

  /**
   * Changes the named fields only. A request that changes nothing keeps the revision as well.
   * @throws 404 if it does not exist, 422 for an invalid configuration, 428 and 409 of the guard
   */
  async change(
    auth: AuthContext,
    target: Target,
    request: ChangeWebhookRequest,
    ifMatch: string | undefined,
    reservation: Reservation | null,
  ): Promise<WebhookRecord> {
    assertWebhookId(target);
    const { webhookId } = target;
    const found = await this.metadata.read(auth, (db) =>
      db.repo(WebhookEndpointEntity).findOne({ webhookId }),
    );
    assertNamed(found, target);
    await this.terms.assertAllowed(auth, {
      projectId: found.projectId,
      endpointUrl: request.endpoint_url,
      transcriptToSend: request.transcript_to_send,
    });
    const receiver = await this.records.receiverOf(auth, webhookId);
    const proof: Proof = { ifMatch, hash: request.revision_hash };
    // A disabled webhook has no waiting deliveries.
    const left =
      request.status === 'disabled' ? receiver && { ...receiver, waitingCount: 0, next: [] } : receiver;
    const change = (): Promise<WebhookRecord> =>
      this.metadata.transaction(auth, async (tx) => {
        const endpoint = await holdEndpoint(tx, target, 'if_match_or_token', proof);
        const isOff = stateOf(endpoint, receiver?.health ?? null).status === 'disabled';
        const changes = changesOf(endpoint, request, isOff);
        const isChange = Object.keys(changes).length > 0;
        const changed = isChange ? await this.apply(tx, auth, endpoint, changes) : endpoint;
        const record = this.records.recordOf(changed, left);
        return tx.complete(reservation, record, { ETag: quotedEtag(record.revision_hash) });
      });
    if (request.status === 'disabled') return this.waiting.endWith(auth, webhookId, change);
    const changed = await change();
    const isHurried = request.status === 'active' || changed.endpoint_url !== found.endpointUrl;
    if (isHurried) await this.waiting.hurry(auth, webhookId);
    return changed;
  }

  /**
   * @throws 404 if it does not exist, 428 and 409 of the guard, 503 when the tenant's store does
   *   not answer
   */
  remove(
    auth: AuthContext,
    target: Target,
    ifMatch: string | undefined,
    reservation: Reservation | null,
  ): Promise<DeletedWebhookResponse> {
    assertWebhookId(target);
    return this.waiting.endWith(auth, target.webhookId, () =>
      this.delete(auth, target, ifMatch, reservation),
    );
  }

  private delete(
    auth: AuthContext,
    target: Target,
    ifMatch: string | undefined,
    reservation: Reservation | null,
  ): Promise<DeletedWebhookResponse> {
    return this.metadata.transaction(auth, async (tx) => {
      const { webhookId, projectId } = await holdEndpoint(tx, target, 'if_match', { ifMatch });
      await tx.repo(WebhookEndpointEntity).delete({ webhookId });
      await tx.auditDone(WEBHOOK_ACTIONS.deleted, { webhook_id: webhookId, project_id: projectId });
      return tx.complete(reservation, {
        webhook_id: webhookId,
        deleted_at_utc: this.clock.now().toISOString(),
      });
    });
  }

  private async apply(
    tx: UnitOfWork,
    auth: AuthContext,
    endpoint: WebhookEndpointEntity,
    changes: Changes,
  ): Promise<WebhookEndpointEntity> {
    const values = {
      ...changes,
      revision: endpoint.revision + 1,
      updatedAt: this.clock.now(),
      updatedBy: auth.principal.id,
    };
    await tx.repo(WebhookEndpointEntity).update({ webhookId: endpoint.webhookId }, values);
    const { projectId, webhookId, transcriptToSend } = endpoint;
    await tx.auditDone(WEBHOOK_ACTIONS.changed, {
      webhook_id: webhookId,
      project_id: projectId,
      changed: Object.keys(changes).join(' '),
      transcript_to_send: changes.transcriptToSend ?? transcriptToSend,
      revision: values.revision,
    });
    return Object.assign(endpoint, values);
  }
}

/**
 * The changes that a request makes to a webhook. Every request to switch it on clears the recorded
 * health of its receiver, even if its owner had never switched it off. Waiting deliveries end only
 * if it was off.
 */
function changesOf(endpoint: WebhookEndpointEntity, request: ChangeWebhookRequest, isOff: boolean): Changes {
  const { event_types: events, status } = request;
  const wanted: Changes = {
    endpointUrl:
      request.endpoint_url === undefined ? endpoint.endpointUrl : storedAddress(request.endpoint_url),
    eventTypes: events ? EVENT_TYPES.filter((it) => events.includes(it)) : endpoint.eventTypes,
    transcriptToSend: request.transcript_to_send ?? endpoint.transcriptToSend,
    ...columnsOf(request, endpoint),
    isEnabled: status === undefined ? endpoint.isEnabled : status === 'active',
    enablement: status === 'active' ? endpoint.enablement + 1 : endpoint.enablement,
    activation: status === 'active' && isOff ? endpoint.activation + 1 : endpoint.activation,
  };
  return Object.fromEntries(
    Object.entries(wanted).filter(
      ([name, value]) => String(value) !== String(endpoint[name as keyof WebhookEndpointEntity]),
    ),
  );
}
