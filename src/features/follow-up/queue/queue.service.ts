import { Injectable } from '@nestjs/common';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { paginationOf, rowsBefore } from '../../../core/http/paging/pages.policy.js';
import { PiiPermissions } from '../../../core/privacy/pii/pii-permissions.service.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { ProjectVisibility } from '../../../core/tenancy/project-visibility.service.js';
import { FollowUpOwners } from '../lookup/owners.js';
import { SealedFollowUps } from '../lookup/sealed-follow-ups.js';
import { toFollowUp, type FollowUpRow } from '../lookup/shown-follow-up.js';
import { QUEUE_PAGE } from './queue.queries.js';
import type { FollowUpQueueRequest } from './queue.request.js';
import type { FollowUpQueueResponse } from './queue.response.js';

interface QueuedRow extends FollowUpRow {
  readonly total: number;
  /** Null in the one row of a page without calls. */
  readonly call_id: string | null;
  readonly project_id: string;
  readonly started_at_utc: Date;
  readonly direction: string;
  readonly call_status: string;
  readonly caller_masked: string | null;
}

/** Lists the calls that need a person (follow-up section 3). */
@Injectable()
export class FollowUpQueueService {
  constructor(
    private readonly projects: ProjectVisibility,
    private readonly permissions: PiiPermissions,
    private readonly stores: TenantStores,
    private readonly sealed: SealedFollowUps,
    private readonly owners: FollowUpOwners,
  ) {}

  /** A named project must be visible to the caller. @throws 503 */
  async list(auth: AuthContext, request: FollowUpQueueRequest): Promise<FollowUpQueueResponse> {
    const { state, owner = null, tag, project_id: projectId, page, page_size: size } = request;
    const [visible, rules, tagHash] = await Promise.all([
      projectId === undefined ? this.projects.visibleProjects(auth) : [projectId],
      this.permissions.rules(auth),
      tag === undefined ? null : this.sealed.hashOf(auth, tag),
    ]);
    const rows = await this.stores.read<QueuedRow>(auth, {
      ...QUEUE_PAGE[state],
      values: [state, visible === 'all' ? null : visible, owner, tagHash, size, rowsBefore(page, size)],
    });
    const calls = rows.filter((row): row is QueuedRow & { call_id: string } => row.call_id !== null);
    const [names, named, contents] = await Promise.all([
      this.projects.displayNames(auth, [...new Set(calls.map((it) => it.project_id))]),
      this.owners.named(
        auth,
        calls.map((it) => it.owner),
      ),
      Promise.all(calls.map((it) => this.sealed.open(auth, it.call_id, it.contents_encrypted))),
    ]);
    return {
      items: calls.map((row, at) => ({
        project_id: row.project_id,
        project_name: names.get(row.project_id) ?? null,
        direction: row.direction,
        call_status: row.call_status,
        started_at_utc: row.started_at_utc.toISOString(),
        caller_display: row.caller_masked,
        follow_up: toFollowUp(row.call_id, row, {
          owner: named(row.owner),
          contents: contents[at]!,
          form: rules.of(row.project_id).summary,
        }),
      })),
      pagination: paginationOf(page, size, rows[0]?.total ?? 0),
    };
  }
}
