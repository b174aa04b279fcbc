import type { NestExpressApplication } from '@nestjs/platform-express';
import type { AuthContext } from '#app/core/shared/auth-context.js';
import { TenantStores } from '#app/core/database/stores/tenant-stores.js';
import { CapacityLeaseEntity } from '#app/features/capacity/capacity.entities.js';
import type { CapacityOverviewRequest } from '#app/features/live-capacity/overview/overview.request.js';
import { CapacityOverviewService } from '#app/features/live-capacity/overview/overview.service.js';

/** Deliberate mistakes that must make the capacity rows fail. */
export const CAPACITY_MISTAKES: Readonly<Record<string, (app: NestExpressApplication) => void>> = {
  /** Fetches the leases that it only needs to count. */
  'overview-by-find': (app) => {
    const stores = app.get(TenantStores);
    const service = app.get(CapacityOverviewService);
    const whole = service.overview.bind(service);
    service.overview = async (auth: AuthContext, request: CapacityOverviewRequest) => {
      await stores.read(auth, (db) => db.repo(CapacityLeaseEntity).find({ isWaiting: false }));
      return whole(auth, request);
    };
  },
};
