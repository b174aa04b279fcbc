import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { REGISTRY } from '#app/app.module.js';
import { loadSettings } from '#app/config/settings.js';
import { systemContext } from '#app/core/shared/auth-context.js';
import type { AuthContext } from '#app/core/shared/auth-context.js';
import { TenantStores } from '#app/core/database/stores/tenant-stores.js';
import { CallerErasure } from '#app/features/calls/caller-data/caller-erasure.service.js';
import type { Erasure } from '#app/features/calls/caller-data/caller-erasure.service.js';
import { ERASE_CALLS, LOCK_CALLS } from '#app/features/calls/caller-data/erasure.queries.js';
// Sets the process up like the worker's.
import '#app/process.js';
import { WorkerModule } from '#app/worker.module.js';
import { answerOrders } from '../harness/children.ts';

// The worker's complete erasure of one caller, once per order.

/** The caller whose calls are erased, and the number of calls. */
interface Erase {
  readonly erase: string;
  readonly hash: string;
  /** Its deliberate mistake: each call in a separate transaction. */
  readonly callIds?: readonly string[];
}

const [mode = ''] = process.argv.slice(2);
const app = await NestFactory.createApplicationContext(
  WorkerModule.with(loadSettings(REGISTRY.settings.service)),
  {
    logger: false,
    abortOnError: false,
  },
);
const calls = app.get(CallerErasure, { strict: false });
const stores = app.get(TenantStores, { strict: false });
const auth = systemContext({ clientId: 'client-1', dataEnv: 'prod' }, 'worker');
const LONGEST_MS = 600_000;

async function erase({ erase: erasureId, hash, callIds = [] }: Erase): Promise<void> {
  const erasure = { erasureId, hashes: [Buffer.from(hash, 'hex')], before: new Date() };
  if (mode === 'call-by-call') await eraseOneByOne(auth, erasure, callIds);
  await calls.run(auth, erasure, LONGEST_MS);
  await calls.result(auth, erasure);
  await calls.close(auth, erasure);
}

async function eraseOneByOne(
  as: AuthContext,
  { erasureId, hashes }: Erasure,
  callIds: readonly string[],
): Promise<void> {
  for (const callId of callIds) {
    await stores.transaction(as, async (tx) => {
      const [locked] = await tx.query<{ started_at_utc: Date }>(LOCK_CALLS, [[callId]]);
      const values = [[callId], [locked?.started_at_utc], hashes[0], Buffer.alloc(32, 1), erasureId];
      await tx.query(ERASE_CALLS, values);
    });
  }
}

answerOrders(async (order) => {
  const startedAt = performance.now();
  if ('erase' in order) await erase(order as unknown as Erase);
  // Together with a probe of the event loop, which answers at once.
  if (mode === 'probed') await new Promise(() => undefined);
  return { ms: performance.now() - startedAt };
});
