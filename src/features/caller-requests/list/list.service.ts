import { Injectable } from '@nestjs/common';
import { Cursors, type CursorBinding } from '../../../core/http/paging/cursor.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { Clock } from '../../../core/time/clock.js';
import { isInternal, itemOf, type CallerRequestRow } from '../rules/caller-request-item.js';
import { placeOf } from '../rules/place-of-request.js';
import { listConditions } from '../filter/list-conditions.policy.js';
import { listQuery, type ListPosition } from '../filter/listing.queries.js';
import { CallerRequestListRequest } from './list.request.js';
import { CallerRequestListResponse } from './list.response.js';

/** Lists requests page by page (caller-requests section 7). */
@Injectable()
export class CallerRequestListService {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly cursors: Cursors,
    private readonly clock: Clock,
  ) {}

  /** @throws 400 for a cursor of another list, 404 for an unknown project */
  async list(auth: AuthContext, request: CallerRequestListRequest): Promise<CallerRequestListResponse> {
    const { project_id: projectId, cursor, page_size: pageSize } = request;
    const binding = bindingOf(auth, request);
    const after = cursor === undefined ? null : toPosition(this.cursors.decode(binding, cursor));
    const now = this.clock.now();
    const rows = await this.metadata.read(auth, async (db) => {
      if (projectId !== undefined) await placeOf(db, projectId);
      const query = listQuery(listConditions(request, now), after, pageSize + 1);
      return db.query<CallerRequestRow>(query, query.values);
    });
    const shown = rows.slice(0, pageSize);
    const last = rows.length > pageSize ? shown.at(-1) : undefined;
    const accessMode = isInternal(auth) ? 'transition' : 'read';
    return {
      items: shown.map(itemOf({ auth, accessMode, now })),
      ...(last && {
        next_cursor: this.cursors.encode(binding, [new Date(last.received).getTime(), last.request_id]),
      }),
    };
  }
}

const toPosition = ([receivedMs, requestId]: readonly unknown[]): ListPosition => ({
  receivedAt: new Date(Number(receivedMs)),
  requestId: String(requestId),
});

// The page size may change between pages.
const bindingOf = (
  auth: AuthContext,
  { status, due_state: dueState, type, project_id: projectId }: CallerRequestListRequest,
): CursorBinding => ({
  route: 'GET /v1/compliance/caller-requests',
  tenant: auth,
  filter: { status, due_state: dueState, type, project_id: projectId },
});
