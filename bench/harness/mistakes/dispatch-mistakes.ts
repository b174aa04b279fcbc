import { setTimeout as delay } from 'node:timers/promises';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { AuthContext } from '#app/core/shared/auth-context.js';
import { TenantStores } from '#app/core/database/stores/tenant-stores.js';
import { ClaimService } from '#app/features/dispatch/claims/claim.service.js';
import type { DispatchLease } from '#app/features/dispatch/rules/take.response.js';
import { ProgressStreams } from '#app/features/campaigns/progress/progress-streams.service.js';
import type { ProgressRequest } from '#app/features/campaigns/progress/progress-streams.service.js';

/** The statement that a claim would run if due contacts had no index. */
const ALL_DUE = {
  name: 'bench_all_due',
  text: `
SELECT count(*) FROM campaign_contacts
 WHERE client_id = $1 AND data_env = $2 AND status = 'pending' AND updated_at <= now()`,
};

const LATE_MS = 1500;

/** Deliberate mistakes that must make the dispatch rows fail. */
export const DISPATCH_MISTAKES: Readonly<Record<string, (app: NestExpressApplication) => void>> = {
  /** Executes a claim of a hundred as a hundred claims of one. */
  'taken-one-by-one': (app) => {
    const service = app.get(ClaimService);
    const whole = service.claim.bind(service);
    service.claim = async (auth: AuthContext, max: number, gone: AbortSignal) => {
      const leases: DispatchLease[] = [];
      for (let i = 0; i < max; i += 1) leases.push(...(await whole(auth, 1, gone)));
      return leases;
    };
  },

  /** Counts the due contacts before each claim. */
  'due-counted': (app) => {
    const [service, stores] = [app.get(ClaimService), app.get(TenantStores)];
    const whole = service.claim.bind(service);
    service.claim = async (auth: AuthContext, max: number, gone: AbortSignal) => {
      await stores.read(auth, (db) => db.query(ALL_DUE));
      return whole(auth, max, gone);
    };
  },

  /** A claim that meets another one in progress gives up, repeatedly. */
  'takers-stand-back': (app) => {
    const service = app.get(ClaimService);
    const whole = service.claim.bind(service);
    let busy = 0;
    service.claim = async (auth: AuthContext, max: number, gone: AbortSignal) => {
      while (busy > 0) await delay(200);
      busy += 1;
      try {
        return await whole(auth, max, gone);
      } finally {
        busy -= 1;
      }
    };
  },

  /** Sends progress events late. */
  'progress-late': (app) => {
    const service = app.get(ProgressStreams);
    const whole = service.open.bind(service);
    service.open = (auth: AuthContext, asked: ProgressRequest) => {
      const { response } = asked;
      const write = response.write.bind(response) as (chunk: unknown) => boolean;
      response.write = ((chunk: unknown) => {
        setTimeout(() => write(chunk), LATE_MS);
        return true;
      }) as typeof response.write;
      return whole(auth, asked);
    };
  },
};
