import { Injectable } from '@nestjs/common';
import { Cursors, type CursorBinding } from '../../../core/http/paging/cursor.js';
import { isGivenId } from '../../../core/http/fields/given-id.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { notFound } from '../../../core/shared/platform-error.js';
import { ProjectVisibility, sees } from '../../../core/tenancy/project-visibility.service.js';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { SINGLE_BY_ID, SINGLES_PAGE } from './single-dispatch.queries.js';
import type { SingleDispatchResponse } from './single-dispatch.response.js';
import type { SingleListRequest } from './single-list.request.js';
import type { SingleListItem, SingleListResponse } from './single-list.response.js';

interface ListedRow extends Omit<SingleListItem, 'requested_at_utc'> {
  readonly requested_at: Date;
}

/** Sorts after every possible call: ids grow with time. */
const FIRST = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Shows single calls, one or in lists (dispatch 7.1, 7.10). */
@Injectable()
export class SingleListService {
  constructor(
    private readonly stores: TenantStores,
    private readonly projects: ProjectVisibility,
    private readonly cursors: Cursors,
  ) {}

  /**
   * A named project must be visible to the caller.
   * @throws 400 for a cursor of another list
   */
  async list(auth: AuthContext, request: SingleListRequest): Promise<SingleListResponse> {
    const { project_id: projectId = null, status = null, cursor, page_size: pageSize } = request;
    const binding = bindingOf(auth, request);
    const before = cursor === undefined ? FIRST : String(this.cursors.decode(binding, cursor)[0]);
    const visible = await this.projects.visibleProjects(auth);
    const projects = visible === 'all' ? null : visible;
    const rows = await this.stores.read<ListedRow>(auth, {
      ...SINGLES_PAGE,
      values: [before, projectId, projects, status, pageSize + 1],
    });
    const shown = rows.slice(0, pageSize);
    const last = rows.length > pageSize ? shown.at(-1) : undefined;
    return {
      items: shown.map(({ requested_at: at, ...row }) => ({ ...row, requested_at_utc: at.toISOString() })),
      ...(last && { next_cursor: this.cursors.encode(binding, [last.dispatch_id]) }),
    };
  }

  /** @throws 404 also for a project that the caller cannot see */
  async show(auth: AuthContext, dispatchId: string): Promise<SingleDispatchResponse> {
    if (!isGivenId(dispatchId)) throw notFound();
    const visible = await this.projects.visibleProjects(auth);
    return this.stores.read(auth, async (db) => {
      const [row] = await db.query<SingleDispatchResponse & { project_id: string }>(SINGLE_BY_ID, [
        dispatchId,
      ]);
      if (!row || !sees(visible, row.project_id)) throw notFound();
      const { project_id: _, ...answer } = row;
      return answer;
    });
  }
}

// The page size may change between pages.
const bindingOf = (
  auth: AuthContext,
  { project_id: projectId, status }: SingleListRequest,
): CursorBinding => ({
  route: 'GET /v1/dispatches',
  tenant: auth,
  filter: { project_id: projectId, status },
});
