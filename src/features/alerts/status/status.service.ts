import { Injectable, Logger } from '@nestjs/common';
import { paginationOf, rowsBefore } from '../../../core/http/paging/pages.policy.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { reasonOf } from '../../../core/shared/platform-error.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { ProjectVisibility } from '../../../core/tenancy/project-visibility.service.js';
import { Clock } from '../../../core/time/clock.js';
import { DAY_MS } from '../../../core/time/wall-clock.policy.js';
import {
  COUNT_PROJECTS,
  LAST_CALLS,
  STATUS_PARTNERS,
  STATUS_PROJECTS,
  STATUS_RECEIVERS,
  STATUS_WEBHOOKS,
} from './status.queries.js';
import {
  deliveriesStatus,
  failingReceivers,
  ingestStatus,
  runtimeStatus,
  seesHosts,
  storeStatus,
  UNKNOWN,
  type ReceiverOffReason,
  type WebhookFacts,
} from './status.policy.js';
import type { StatusRequest } from './status.request.js';
import { toPart, toReceiver, type ProjectStatus, type StatusResponse } from './status.response.js';

interface ProjectRow {
  readonly project_id: string;
  readonly display_name: string;
  readonly published_hash: string | null;
  readonly published_at: Date | null;
  readonly applied_hash: string | null;
  readonly applied_since: Date | null;
}

interface WebhookRow {
  readonly webhook_id: string;
  readonly project_id: string;
  readonly endpoint_url: string;
  readonly is_enabled: boolean;
  readonly enablement: number;
}

interface ReceiverRow {
  readonly webhook_id: string;
  readonly degraded_at: Date | null;
  readonly disabled_at: Date | null;
  readonly disabled_reason: ReceiverOffReason | null;
  readonly has_sent: boolean;
  readonly last_answer: string | null;
}

interface CallRow {
  readonly project_id: string;
  readonly ended_at: Date;
  readonly reported_at: Date | null;
}

/** Rows of the tenant's store for one page of projects. */
interface Stored {
  readonly receivers: readonly ReceiverRow[];
  readonly calls: readonly CallRow[];
}

/** Older calls do not show whether calls are arriving now. */
const CALLS_OF_DAYS = 7;

/** Shows the status of each project (alerts section 5). */
@Injectable()
export class StatusService {
  private readonly logger = new Logger(StatusService.name);

  constructor(
    private readonly metadata: MetadataStore,
    private readonly stores: TenantStores,
    private readonly visibility: ProjectVisibility,
    private readonly clock: Clock,
  ) {}

  /** @throws 503 if the metadata store does not answer */
  async show(
    auth: AuthContext,
    { project_id: projectId, page, page_size: size }: StatusRequest,
  ): Promise<StatusResponse> {
    const visible = await this.visibility.visibleProjects(auth);
    // A named project is visible: the guards have checked that.
    const shown = projectId === undefined ? (visible === 'all' ? null : visible) : [projectId];
    const { projects, webhooks, partners, total } = await this.metadata.read(auth, async (db) => {
      const [count] = await db.query<{ total: number }>(COUNT_PROJECTS, [shown]);
      const rows = await db.query<ProjectRow>(STATUS_PROJECTS, [shown, size, rowsBefore(page, size)]);
      const ids = rows.map((it) => it.project_id);
      return {
        projects: rows,
        webhooks: await db.query<WebhookRow>(STATUS_WEBHOOKS, [ids]),
        partners: await db.query<{ name: string }>(STATUS_PARTNERS, []),
        total: count?.total ?? 0,
      };
    });
    const stored = await this.askStore(auth, projects, webhooks);
    return {
      items: projects.map((project) => statusOf(auth, project, webhooks, stored)),
      partners: partners.map((it) => it.name),
      pagination: paginationOf(page, size, total),
      as_of_utc: this.clock.now().toISOString(),
    };
  }

  /** Null if the store does not answer. */
  private async askStore(
    auth: AuthContext,
    projects: readonly ProjectRow[],
    webhooks: readonly WebhookRow[],
  ): Promise<Stored | null> {
    const since = new Date(this.clock.now().getTime() - CALLS_OF_DAYS * DAY_MS);
    const ids = projects.map((it) => it.project_id);
    const ofWebhooks = [webhooks.map((it) => it.webhook_id), webhooks.map((it) => it.enablement)];
    try {
      return await this.stores.read(auth, async (db) => ({
        receivers: await db.query<ReceiverRow>(STATUS_RECEIVERS, ofWebhooks),
        calls: await db.query<CallRow>(LAST_CALLS, [ids, since]),
      }));
    } catch (error) {
      this.logger.warn({ msg: 'the status of a tenant store is not known', reason: reasonOf(error) });
      return null;
    }
  }
}

function statusOf(
  { scope }: AuthContext,
  project: ProjectRow,
  webhooks: readonly WebhookRow[],
  stored: Stored | null,
): ProjectStatus {
  const { project_id: projectId, display_name } = project;
  const call = stored?.calls.find((it) => it.project_id === projectId);
  const own = webhooks
    .filter((it) => it.project_id === projectId)
    .map((it): WebhookFacts => {
      const receiver = stored?.receivers.find(({ webhook_id: id }) => id === it.webhook_id);
      return {
        // Its path may contain a token of the receiver.
        host: new URL(it.endpoint_url).host,
        isEnabled: it.is_enabled,
        hasSent: receiver?.has_sent ?? false,
        degradedAt: receiver?.degraded_at ?? null,
        disabledAt: receiver?.disabled_at ?? null,
        disabledReason: receiver?.disabled_reason ?? null,
        lastAnswer: receiver?.last_answer ?? null,
      };
    });
  const ingest = ingestStatus(call ? { endedAt: call.ended_at, reportedAt: call.reported_at } : null);
  return {
    project_id: projectId,
    display_name,
    runtime: toPart(
      runtimeStatus({
        publishedHash: project.published_hash,
        publishedAt: project.published_at,
        appliedHash: project.applied_hash,
        appliedSince: project.applied_since,
      }),
    ),
    store: toPart(storeStatus(stored !== null)),
    deliveries: toPart(stored === null ? UNKNOWN : deliveriesStatus(own)),
    failing_receivers: failingReceivers(own, seesHosts(scope)).map(toReceiver),
    ingest: toPart(stored === null ? UNKNOWN : ingest),
    last_call_at_utc: call?.ended_at.toISOString() ?? null,
  };
}
