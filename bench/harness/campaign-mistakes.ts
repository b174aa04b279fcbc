import type { NestExpressApplication } from '@nestjs/platform-express';
import type { AuthContext } from '#app/core/kernel/auth-context.js';
import { TenantStores } from '#app/core/tenancy/tenant-stores.js';
import { CampaignEntity } from '#app/features/outbound-campaigns/campaigns.entities.js';
import { CampaignDetailService } from '#app/features/outbound-campaigns/campaigns/detail.service.js';
import type { CampaignListRequest } from '#app/features/outbound-campaigns/campaigns/list.request.js';
import { CampaignListService } from '#app/features/outbound-campaigns/campaigns/list.service.js';

/** What lists and details would read if their counts were not kept. */
const COUNTED = {
  name: 'bench_counted',
  text: `
SELECT status, is_callable, count(*) FROM campaign_contacts
 WHERE client_id = $1 AND data_env = $2 AND campaign_id = ANY($3::uuid[]) GROUP BY status, is_callable`,
};

/** Deliberate mistakes that the rows of campaigns must turn red on. */
export const CAMPAIGN_MISTAKES: Readonly<Record<string, (app: NestExpressApplication) => void>> = {
  /** Counts the contacts of some campaigns of a page, and of the one that is shown. */
  'contacts-counted': (app) => {
    const stores = app.get(TenantStores);
    const count = (auth: AuthContext, campaignIds: readonly string[]) =>
      stores.read(auth, (db) => db.query(COUNTED, [campaignIds]));
    const [list, detail] = [app.get(CampaignListService), app.get(CampaignDetailService)];
    const [wholeList, wholeDetail] = [list.list.bind(list), detail.show.bind(detail)];
    list.list = async (auth: AuthContext, request: CampaignListRequest) => {
      const page = await wholeList(auth, request);
      // Of all twenty it would take longer than a store may.
      const ids = page.items.slice(0, 3).map((item) => item.campaign_id);
      await count(auth, ids);
      return page;
    };
    detail.show = async (auth: AuthContext, campaignId: string) => {
      await count(auth, [campaignId]);
      return wholeDetail(auth, campaignId);
    };
  },

  /** Reads every campaign as an entity as well. */
  'campaigns-by-find': (app) => {
    const stores = app.get(TenantStores);
    const findAll = (auth: AuthContext) => stores.read(auth, (db) => db.repo(CampaignEntity).find({}));
    const [list, detail] = [app.get(CampaignListService), app.get(CampaignDetailService)];
    const [wholeList, wholeDetail] = [list.list.bind(list), detail.show.bind(detail)];
    list.list = async (auth: AuthContext, request: CampaignListRequest) => {
      await findAll(auth);
      return wholeList(auth, request);
    };
    detail.show = async (auth: AuthContext, campaignId: string) => {
      await findAll(auth);
      return wholeDetail(auth, campaignId);
    };
  },
};
