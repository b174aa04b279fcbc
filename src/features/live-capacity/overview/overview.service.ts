import { Injectable } from '@nestjs/common';
import { paginationOf, rowsBefore } from '../../../core/http/paging/pages.policy.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { ProjectVisibility } from '../../../core/tenancy/project-visibility.service.js';
import { TenantRoutes } from '../../../core/database/stores/tenant-routes.service.js';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { Clock } from '../../../core/time/clock.js';
import { HOUR_MS } from '../../../core/time/wall-clock.policy.js';
import { toCapacityItem } from './capacity-item.js';
import { CAPACITY_OVERVIEW, type ListedRow } from './overview.queries.js';
import { CapacityOverviewRequest } from './overview.request.js';
import { CapacityItem, CapacityOverviewResponse } from './overview.response.js';

/**
 * How many clients of a page are read concurrently: each uses one of ten connections, and other
 * requests need the rest.
 */
const CLIENTS_AT_ONCE = 4;

/** The requested rows of one client. */
interface Page {
  /** Null: all projects. */
  readonly projects: readonly string[] | null;
  readonly size: number;
  readonly offset: number;
}

/** Shows how much of their capacity clients use (capacity section 5). */
@Injectable()
export class CapacityOverviewService {
  constructor(
    private readonly stores: TenantStores,
    private readonly routes: TenantRoutes,
    private readonly visibility: ProjectVisibility,
    private readonly clock: Clock,
  ) {}

  overview(auth: AuthContext, request: CapacityOverviewRequest): Promise<CapacityOverviewResponse> {
    return request.scope === 'platform' ? this.ofPlatform(auth, request) : this.ofClient(auth, request);
  }

  private async ofClient(
    auth: AuthContext,
    { page, page_size: size }: CapacityOverviewRequest,
  ): Promise<CapacityOverviewResponse> {
    const visible = await this.visibility.visibleProjects(auth);
    const projects = visible === 'all' ? null : visible;
    const { items, total } = await this.read(auth, { projects, size, offset: rowsBefore(page, size) });
    return { items, pagination: paginationOf(page, size, total) };
  }

  /** An item for each client, from its own store; the guards have checked the caller. */
  private async ofPlatform(
    auth: AuthContext,
    { page, page_size: size }: CapacityOverviewRequest,
  ): Promise<CapacityOverviewResponse> {
    const clients = (await this.routes.all())
      .filter(({ dataEnv }) => dataEnv === auth.dataEnv)
      .map(({ clientId }) => clientId)
      .sort();
    const before = rowsBefore(page, size);
    const shown = clients.slice(before, before + size);
    const items: CapacityItem[] = [];
    for (let from = 0; from < shown.length; from += CLIENTS_AT_ONCE) {
      const read = await Promise.all(
        shown
          .slice(from, from + CLIENTS_AT_ONCE)
          .map((clientId) => this.read({ ...auth, clientId }, { projects: [], size: 1, offset: 0 })),
      );
      items.push(...read.flatMap((it) => it.items));
    }
    return { items, pagination: paginationOf(page, size, clients.length) };
  }

  private async read(
    auth: AuthContext,
    { projects, size, offset }: Page,
  ): Promise<{ items: CapacityItem[]; total: number }> {
    const now = this.clock.now();
    const since = new Date(now.getTime() - HOUR_MS);
    const nowUtc = now.toISOString();
    const rows = await this.stores.read<ListedRow>(auth, {
      ...CAPACITY_OVERVIEW,
      values: [projects, since, size, offset],
    });
    return {
      items: rows.flatMap((row) =>
        row.project_id === null ? [] : [toCapacityItem(auth.clientId, row, nowUtc)],
      ),
      total: rows[0]?.total ?? 0,
    };
  }
}
