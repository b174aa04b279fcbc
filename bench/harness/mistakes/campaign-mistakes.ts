import type { NestExpressApplication } from '@nestjs/platform-express';
import type { AuthContext } from '#app/core/shared/auth-context.js';
import { TenantStores } from '#app/core/database/stores/tenant-stores.js';
import { CampaignEntity } from '#app/features/campaigns/campaigns.entities.js';
import { CampaignDetailService } from '#app/features/campaigns/definition/detail.service.js';
import type { CampaignListRequest } from '#app/features/campaigns/definition/list.request.js';
import { ContactListService } from '#app/features/campaigns/contacts/contacts.service.js';
import { ReportService } from '#app/features/campaigns/report/report.service.js';
import { CampaignListService } from '#app/features/campaigns/definition/list.service.js';

/** The statement that lists and details would run if no counts were stored. */
const COUNTED = {
  name: 'bench_counted',
  text: `
SELECT status, is_callable, count(*) FROM campaign_contacts
 WHERE client_id = $1 AND data_env = $2 AND campaign_id = ANY($3::uuid[]) GROUP BY status, is_callable`,
};

type Extra = (auth: AuthContext, campaignIds: readonly string[]) => Promise<unknown>;

/** Does additional work for each answer; for a list afterwards, with the campaigns of its page. */
function withEach(app: NestExpressApplication, extra: Extra): void {
  const [list, detail] = [app.get(CampaignListService), app.get(CampaignDetailService)];
  const [contacts, report] = [app.get(ContactListService), app.get(ReportService)];
  const wholeList = list.list.bind(list);
  list.list = async (auth: AuthContext, request: CampaignListRequest) => {
    const page = await wholeList(auth, request);
    // Counting all twenty would exceed a store's deadline.
    const ids = page.items.slice(0, 3).map((item) => item.campaign_id);
    await extra(auth, ids);
    return page;
  };
  const before =
    <A extends readonly unknown[], T>(
      whole: (auth: AuthContext, campaignId: string, ...rest: A) => Promise<T>,
    ) =>
    async (auth: AuthContext, campaignId: string, ...rest: A): Promise<T> => {
      await extra(auth, [campaignId]);
      return whole(auth, campaignId, ...rest);
    };
  detail.show = before(detail.show.bind(detail));
  contacts.list = before(contacts.list.bind(contacts));
  report.report = before(report.report.bind(report));
}

/** Deliberate mistakes that must make the campaign rows fail. */
export const CAMPAIGN_MISTAKES: Readonly<Record<string, (app: NestExpressApplication) => void>> = {
  /** Counts the contacts of some campaigns of a page, and of the campaign that is shown. */
  'contacts-counted': (app) => {
    const stores = app.get(TenantStores);
    withEach(app, (auth, ids) => stores.read(auth, (db) => db.query(COUNTED, [ids])));
  },

  /** Also reads every campaign as an entity. */
  'campaigns-by-find': (app) => {
    const stores = app.get(TenantStores);
    withEach(app, (auth) => stores.read(auth, (db) => db.repo(CampaignEntity).find({})));
  },
};
