import { randomUUID } from 'node:crypto';
import type { INestApplicationContext } from '@nestjs/common';
import { systemContext } from '#app/core/shared/auth-context.js';
import { TenantStores } from '#app/core/database/stores/tenant-stores.js';
import { CapacityLimits } from '#app/features/capacity/limits/capacity-limits.service.js';
import { Capacity } from '#app/features/capacity/slots/capacity.service.js';
import type { DemoCast } from './cast/cast.ts';
import { SHOWCASE_PROJECT_ID, SHOWCASE_TENANT } from './calls/showcase-call.ts';

/** Concurrent calls permitted for a demo client and for its first project. */
const CLIENT_LIMIT = { concurrencyLimit: 20, reservedInbound: 5 };
const PROJECT_LIMIT = { concurrencyLimit: 8, reservedInbound: 2 };

/** More slots than the project has, as if a campaign started all calls at once. */
const BURST = 12;

/**
 * Requests more slots than the project has, like a campaign that starts all at once. People of
 * every role then see an alert for an hour, and partners a refusal in the history.
 */
export async function refuseSlots(app: INestApplicationContext): Promise<void> {
  const capacity = app.get(Capacity, { strict: false });
  const auth = systemContext(SHOWCASE_TENANT, 'demo-data');
  const holder = `demo-burst-${randomUUID()}`;
  const asked = { projectId: SHOWCASE_PROJECT_ID, holder, count: BURST, leaseSeconds: 1 };
  const stores = app.get(TenantStores, { strict: false });
  await stores.transaction(
    auth,
    async (tx) => {
      await capacity.acquire(tx, asked);
      await capacity.release(tx, holder);
    },
    { serializeBy: 'capacity' },
  );
}

/** Sets limits for the demo's tenants if they have none; an operator's limits are kept. */
export async function seedCapacity(app: INestApplicationContext, cast: DemoCast): Promise<void> {
  const stores = app.get(TenantStores, { strict: false });
  const limits = app.get(CapacityLimits, { strict: false });
  const capacity = app.get(Capacity, { strict: false });
  for (const { clientId, dataEnv } of cast.tenants) {
    const auth = systemContext({ clientId, dataEnv }, 'demo-data');
    const first = cast.projects.find((it) => it.clientId === clientId && it.dataEnv === dataEnv);
    const projectId = first?.projectId ?? '';
    if (await stores.read(auth, (db) => capacity.isConfigured(db, projectId))) continue;
    await limits.set(auth, null, CLIENT_LIMIT);
    if (first) await limits.set(auth, projectId, PROJECT_LIMIT);
  }
}
