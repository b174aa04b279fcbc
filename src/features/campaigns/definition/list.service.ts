import { Injectable } from '@nestjs/common';
import { rowsBefore } from '../../../core/http/paging/pages.policy.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { notFound } from '../../../core/shared/platform-error.js';
import {
  ProjectVisibility,
  sees,
  type VisibleProjects,
} from '../../../core/tenancy/project-visibility.service.js';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { Clock } from '../../../core/time/clock.js';
import { campaignPagination } from '../rules/pagination.response.js';
import { summaryOf, type CountedColumns, type SummarisedCampaign } from '../detail/campaign-summary.js';
import { campaignsQuery } from './list.queries.js';
import type { CampaignListRequest } from './list.request.js';
import type { CampaignListResponse } from './list.response.js';

type Campaign = SummarisedCampaign & CountedColumns;
type PageRow = { readonly total: number } & (Campaign | { readonly campaignId: null });

/** Lists campaigns (campaigns 2.7). */
@Injectable()
export class CampaignListService {
  constructor(
    private readonly projects: ProjectVisibility,
    private readonly stores: TenantStores,
    private readonly clock: Clock,
  ) {}

  async list(auth: AuthContext, request: CampaignListRequest): Promise<CampaignListResponse> {
    const { page, page_size: pageSize, sort_by: key, sort_order: order } = request;
    const visible = await this.projects.campaignProjects(auth);
    const query = campaignsQuery(
      { key, order },
      {
        projects: projectsOf(request.project_id, visible),
        status: request.status ?? null,
        callType: request.campaign_call_type ?? null,
        search: request.search ?? null,
      },
      { limit: pageSize, offset: rowsBefore(page, pageSize) },
    );
    const rows = await this.stores.read<PageRow>(auth, query);
    const found = rows.filter((row): row is PageRow & Campaign => row.campaignId !== null);
    const now = this.clock.now();
    return {
      items: found.map((campaign) => summaryOf(campaign, campaign, now)),
      pagination: campaignPagination(page, pageSize, rows[0]?.total ?? 0),
    };
  }
}

/**
 * The projects whose campaigns are listed; null: all.
 * @throws 404 for a named project that the caller can see, but not its campaigns
 */
function projectsOf(named: string | undefined, visible: VisibleProjects): readonly string[] | null {
  if (named !== undefined && !sees(visible, named)) throw notFound();
  if (named !== undefined) return [named];
  return visible === 'all' ? null : visible;
}
