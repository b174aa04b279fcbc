import type { NestExpressApplication } from '@nestjs/platform-express';
import type { AuthContext } from '#app/core/shared/auth-context.js';
import { TenantStores } from '#app/core/database/stores/tenant-stores.js';
import { SupportCounts } from '#app/features/support/counts/counts.service.js';
import { TicketSearch } from '#app/features/support/search/search.service.js';
import type { TicketSearchRequest } from '#app/features/support/search/search.request.js';
import { SupportTicketEntity } from '#app/features/support/support.entities.js';

/** Deliberate mistakes that must make the support rows fail. */
export const SUPPORT_MISTAKES: Readonly<Record<string, (app: NestExpressApplication) => void>> = {
  /** Reads complete tickets, like a search in their subjects. */
  'search-by-find': (app) => {
    const stores = app.get(TenantStores);
    const service = app.get(TicketSearch, { strict: false });
    const whole = service.search.bind(service);
    service.search = async (auth: AuthContext, request: TicketSearchRequest) => {
      await stores.read(auth, (db) => db.repo(SupportTicketEntity).find({}, { take: 20_000 }));
      return whole(auth, request);
    };
  },

  /** Fetches tickets that it only needs to count. */
  'badge-by-find': (app) => {
    const stores = app.get(TenantStores);
    const service = app.get(SupportCounts, { strict: false });
    const whole = service.badge.bind(service);
    service.badge = async (auth: AuthContext) => {
      await stores.read(auth, (db) => db.repo(SupportTicketEntity).find({ status: 'pending' }));
      return whole(auth);
    };
  },
};
