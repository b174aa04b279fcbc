import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { Cursors, type CursorBinding } from '../../../core/http/paging/cursor.js';
import { rowsBefore } from '../../../core/http/paging/pages.policy.js';
import { transcriptsFrom } from '../../../core/privacy/pii/pii-rules.policy.js';
import { ProjectVisibility, type ListedProject } from '../../../core/tenancy/project-visibility.service.js';
import type { BoundQuery } from '../../../core/database/unit-of-work/named-query.js';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { Clock } from '../../../core/time/clock.js';
import type { CallConditions, CallFilter } from '../filter/call-filter.js';
import { CallFilters } from '../filter/call-filters.service.js';
import { countCalls, isCountedByHour } from '../rollup/call-totals.js';
import { toCallRow, type CallRowRecord } from '../../call-records/rules/call-row.js';
import { opensDetail } from '../../call-records/rules/detail-access.policy.js';
import { fromCursorPosition, positionOf, rangeAfter, toCursorPosition } from './list-order.policy.js';
import type { ListPosition } from './list-order.policy.js';
import { paginationOf, readListing, totalFromPage, type Listing } from './list-paging.policy.js';
import { callsAfterQuery, firstCallsQuery, pageOfCallsQuery } from './list.queries.js';
import { CallListRequest } from './list.request.js';
import { CallListResponse } from './list.response.js';

/** Lists calls page by page (calls section 5; calls section 6). */
@Injectable()
export class CallListService {
  constructor(
    private readonly filters: CallFilters,
    private readonly stores: TenantStores,
    private readonly projects: ProjectVisibility,
    private readonly cursors: Cursors,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws 400 validation_failed for an unreadable filter value or cursor, or an invalid
   *   combination
   */
  async list(auth: AuthContext, request: CallListRequest): Promise<CallListResponse> {
    const listing = readListing(request);
    const conditions = await this.filters.conditions(auth, request);
    const binding = bindingOf(auth, request, listing, conditions);
    const after =
      listing.cursor === null ? null : fromCursorPosition(this.cursors.decode(binding, listing.cursor));
    const asOf = after === null ? this.clock.now() : new Date(after.asOf);
    const filter = await this.filters.resolve(auth, request, { conditions, asOf });
    // A single project is read concurrently; several projects are read once they are known.
    const [{ calls, total }, theOne] = await Promise.all([
      this.read(auth, filter, listing, after),
      request.project_id === undefined ? null : this.projects.listed(auth, [request.project_id]),
    ]);
    const shown = calls.slice(0, listing.pageSize);
    const projects =
      theOne ?? (await this.projects.listed(auth, [...new Set(shown.map((it) => it.project_id))]));
    const [detailAvailable, now] = [opensDetail(auth), this.clock.now()];
    const last = calls.length > shown.length ? shown.at(-1) : undefined;
    return {
      items: shown.map((call) =>
        toCallRow(call, { ...contextOf(call, projects.get(call.project_id), now), detailAvailable }),
      ),
      pagination: paginationOf(listing, total),
      ...(last && {
        next_cursor: this.cursors.encode(binding, toCursorPosition(positionOf(last, listing.order, asOf))),
      }),
    };
  }

  /** The calls of a page and their total, in one snapshot. */
  private async read(
    auth: AuthContext,
    filter: CallFilter,
    listing: Listing,
    after: ListPosition | null,
  ): Promise<{ calls: CallRowRecord[]; total: number | null }> {
    const page = pageQuery(filter, listing, after);
    if (!listing.includeTotal)
      return { calls: await this.stores.read(auth, page, { isLong: true }), total: null };
    return this.stores.read(
      auth,
      async (db) => {
        // The rollup counts cheaply, but may include calls that are no longer kept.
        if (isCountedByHour(filter)) {
          const [calls, total] = await Promise.all([db.query<CallRowRecord>(page), countCalls(db, filter)]);
          return { calls, total };
        }
        const calls = await db.query<CallRowRecord>(page);
        return { calls, total: totalFromPage(listing, calls.length) ?? (await countCalls(db, filter)) };
      },
      { isLong: true },
    );
  }
}

/**
 * The project's part of a row. It uses the current retention: that of an earlier page could promise
 * a transcript that has expired.
 */
const contextOf = (call: CallRowRecord, project: ListedProject | undefined, now: Date) => ({
  projectName: project?.displayName ?? null,
  keepsTranscript:
    project !== undefined && new Date(call.started_at_utc) >= transcriptsFrom(project.retentionDays, now),
});

// Everything that decides which calls are listed and in which order. The conditions are the
// resolved ones: a caller who has lost the permission to compare with a number cannot continue a
// search by it.
const bindingOf = (
  auth: AuthContext,
  request: CallListRequest,
  { order }: Listing,
  conditions: CallConditions,
): CursorBinding => ({
  route: 'GET /v1/calls/list',
  tenant: auth,
  filter: {
    ...conditions,
    start_date: request.start_date,
    end_date: request.end_date,
    timezone: request.timezone,
    project_id: request.project_id,
    solution_id: request.solution_id,
    version: request.version,
    sort_by: order.key,
    sort_order: order.direction,
  },
});

/** Reads the calls of a page and, if there is one, the next call. */
function pageQuery(
  filter: CallFilter,
  { order, page, pageSize }: Listing,
  after: ListPosition | null,
): BoundQuery {
  const limit = pageSize + 1;
  if (after !== null) {
    const behind = { ...filter, range: rangeAfter(filter.range, order, after) };
    return callsAfterQuery(behind, order, limit, after);
  }
  const offset = rowsBefore(page ?? 1, pageSize);
  return offset === 0
    ? firstCallsQuery(filter, order, limit)
    : pageOfCallsQuery(filter, order, limit, offset);
}
