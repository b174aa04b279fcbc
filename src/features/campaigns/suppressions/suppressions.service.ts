import { Injectable } from '@nestjs/common';
import { Cursors, type CursorBinding } from '../../../core/http/paging/cursor.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { notFound, unprocessable } from '../../../core/shared/platform-error.js';
import { ProjectVisibility, sees } from '../../../core/tenancy/project-visibility.service.js';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import type { SuppressionRow } from '../lookup/opt-outs.queries.js';
import { OptOuts } from '../lookup/opt-outs.service.js';
import { suppressionsQuery, type SuppressionPosition } from './suppressions.queries.js';
import type { AddSuppressionRequest, SuppressionListRequest } from './suppressions.request.js';
import type { SuppressionItem, SuppressionListResponse } from './suppressions.response.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';

/** Lists, adds and removes suppressions (campaigns section 8). */
@Injectable()
export class SuppressionsService {
  constructor(
    private readonly stores: TenantStores,
    private readonly projects: ProjectVisibility,
    private readonly optOuts: OptOuts,
    private readonly cursors: Cursors,
  ) {}

  /**
   * A named project must be visible to the caller.
   * @throws 400 for a cursor of another list
   */
  async list(auth: AuthContext, request: SuppressionListRequest): Promise<SuppressionListResponse> {
    const { project_id: projectId = null, reason = null, cursor, page_size: pageSize } = request;
    const binding = bindingOf(auth, request);
    const after = cursor === undefined ? null : toPosition(this.cursors.decode(binding, cursor));
    const visible = await this.projects.campaignProjects(auth);
    if (projectId !== null && !sees(visible, projectId)) throw notFound();
    const projects = visible === 'all' ? null : visible;
    const query = suppressionsQuery({ projectId, projects, reason }, after, pageSize + 1);
    const rows = await this.stores.read<SuppressionRow>(auth, query);
    const shown = rows.slice(0, pageSize);
    const last = rows.length > pageSize ? shown.at(-1) : undefined;
    return {
      items: shown.map(toItem),
      ...(last && {
        next_cursor: this.cursors.encode(binding, [last.created_at.getTime(), last.suppression_id]),
      }),
    };
  }

  /**
   * @throws 404 for a project that the caller cannot see, 422 if neither a project nor the whole
   *   client is named
   */
  async add(
    auth: AuthContext,
    request: AddSuppressionRequest,
    reservation: Reservation | null,
  ): Promise<SuppressionItem> {
    const projectId = projectOf(request);
    if (projectId !== null && !(await this.seesCampaignsOf(auth, projectId))) throw notFound();
    const number = await this.optOuts.numberOf(auth, request.to_number);
    const { reason, source } = request;
    return this.stores.transaction(auth, async (tx) => {
      const row = await this.optOuts.add(tx, auth, number, { projectId, reason, source });
      return tx.complete(reservation, toItem(row));
    });
  }

  private async seesCampaignsOf(auth: AuthContext, projectId: string): Promise<boolean> {
    const isThere = await this.projects.isVisible(auth, projectId);
    return isThere && sees(await this.projects.campaignProjects(auth), projectId);
  }
}

function projectOf({
  project_id: projectId,
  client_wide: isClientWide = false,
}: AddSuppressionRequest): string | null {
  if (isClientWide === (projectId === undefined)) return projectId ?? null;
  throw unprocessable({
    loc: ['body', 'project_id'],
    message: 'is required unless client_wide is true; send the project that may no longer call the number',
    type: 'project_or_client',
  });
}

const toPosition = ([createdMs, suppressionId]: readonly unknown[]): SuppressionPosition => ({
  createdAt: new Date(Number(createdMs)),
  suppressionId: String(suppressionId),
});

// The page size may change between pages.
const bindingOf = (
  auth: AuthContext,
  { project_id: projectId, reason }: SuppressionListRequest,
): CursorBinding => ({
  route: 'GET /v1/outbound-campaigns/suppressions',
  tenant: auth,
  filter: { project_id: projectId, reason },
});

const toItem = ({ created_at: createdAt, ...row }: SuppressionRow): SuppressionItem => ({
  suppression_id: row.suppression_id,
  masked_phone: row.masked_phone,
  reason: row.reason,
  source: row.source,
  project_id: row.project_id,
  created_at_utc: createdAt.toISOString(),
  created_by: row.created_by,
});
