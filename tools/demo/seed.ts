import { setImmediate as turn } from 'node:timers/promises';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { AppModule, REGISTRY } from '#app/app.module.js';
import { systemContext } from '#app/core/shared/auth-context.js';
import { metadataDataSourceOptions } from '#app/core/database/metadata/data-source-options.js';
import { TenantStores } from '#app/core/database/stores/tenant-stores.js';
import { IngestService } from '#app/features/calls/ingest/ingest.service.js';
import { ensureApiKeys, ensureEndingKey } from './cast/api-keys.service.ts';
import { refuseSlots, seedCapacity } from './capacity.ts';
import { missingCalls, NO_HISTORY, recordAt } from './calls/call-history.ts';
import type { StoredHistory } from './calls/call-history.ts';
import { DEMO_CALL_PREFIX } from './calls/call-schedule.ts';
import { insertCast } from './cast/cast-rows.service.ts';
import { SHOWCASE_TENANT, showcaseCall } from './calls/showcase-call.ts';
import { startSettings } from './start-settings.ts';
import type { DemoSeedInput } from './cast/cast.ts';
import type { DemoApiKeySecret, DemoTenant } from './types.ts';

/** The most records that ingest accepts at once. */
const BATCH = 1_000;
/**
 * One tenant's records are sealed while the other's are stored; more would only wait for the two
 * cores.
 */
const PARALLEL = 2;
/** Calls between two lines of progress. */
const PROGRESS_EVERY = 4_000;

/**
 * Updates the demo data to `now`: the cast, the texts of its API keys and the calls, which go
 * through ingest like any other. Existing data stays, so the next start completes an interrupted
 * one.
 * @returns the API keys, in the order of the cast
 */
export async function seedDemo(input: DemoSeedInput): Promise<DemoApiKeySecret[]> {
  const app = await NestFactory.createApplicationContext(AppModule.with(startSettings(input.settings)), {
    logger: false,
    abortOnError: false,
  });
  try {
    const apiKeys = await seedCast(input);
    const ingest = app.get(IngestService, { strict: false });
    await seedCalls(input, app.get(TenantStores, { strict: false }), ingest);
    await seedShowcase(ingest, input.now);
    await seedCapacity(app, input.cast);
    await refuseSlots(app);
    return apiKeys;
  } finally {
    await app.close();
  }
}

/** Writes the cast and its API keys as the owner of their tables. */
export async function seedCast(input: DemoSeedInput): Promise<DemoApiKeySecret[]> {
  const options = metadataDataSourceOptions(input.metadataOwnerUrl, REGISTRY.schema('metadata'));
  const owner = await new DataSource(options).initialize();
  try {
    await insertCast(owner, input.cast);
    await ensureEndingKey(owner, input);
    return await ensureApiKeys(owner, input);
  } finally {
    await owner.destroy();
  }
}

/** Writes the showcase call if it is missing: a record of the same revision changes nothing. */
export async function seedShowcase(ingest: IngestService, now: Date): Promise<void> {
  const { errors } = await ingest.ingest(systemContext(SHOWCASE_TENANT, 'demo-data'), [showcaseCall(now)]);
  if (errors[0]) throw new Error(`The showcase call was refused: ${errors[0].code} ${errors[0].field}`);
}

async function seedCalls(input: DemoSeedInput, stores: TenantStores, ingest: IngestService): Promise<void> {
  const { cast, now } = input;
  const work = await Promise.all(
    cast.tenants.map(async (tenant) => ({
      tenant,
      calls: missingCalls(cast, tenant, await storedHistory(stores, tenant), now),
    })),
  );
  const total = work.reduce((sum, { calls }) => sum + calls.length, 0);
  const report = progressOf(total, input.log);
  // The longest goes first, or it would run alone at the end.
  const queue = work.toSorted((one, other) => other.calls.length - one.calls.length);
  const next = async (): Promise<void> => {
    for (let item = queue.shift(); item; item = queue.shift()) {
      const auth = systemContext(item.tenant, 'demo-data');
      for (let from = 0; from < item.calls.length; from += BATCH) {
        const records = item.calls.slice(from, from + BATCH).map((call) => recordAt(call, now));
        await turn();
        const { errors } = await ingest.ingest(auth, records);
        // Only code and field: the fault is in the generator, never in the reader's data.
        if (errors[0]) throw new Error(`A demo call was refused: ${errors[0].code} ${errors[0].field}`);
        report(records.length);
      }
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, next));
}

const HISTORY_QUERY = {
  name: 'demo_stored_history',
  text: `
SELECT max(c.started_at_utc) AS newest,
       coalesce(jsonb_agg(jsonb_build_array(c.call_id, c.project_id, c.started_at_utc))
         FILTER (WHERE c.call_status IN ('queued', 'ringing', 'in_progress')), '[]') AS unfinished
  FROM calls c
 WHERE c.client_id = $1 AND c.data_env = $2 AND starts_with(c.call_id, $3)`,
};

interface HistoryRow {
  newest: Date | null;
  unfinished: [callId: string, projectId: string, startedAt: string][];
}

async function storedHistory(stores: TenantStores, tenant: DemoTenant): Promise<StoredHistory> {
  const auth = systemContext(tenant, 'demo-data');
  const [row] = await stores.read(auth, (db) => db.query<HistoryRow>(HISTORY_QUERY, [DEMO_CALL_PREFIX]));
  if (!row) return NO_HISTORY;
  return {
    newest: row.newest,
    unfinished: row.unfinished.map(([callId, projectId, startedAt]) => ({
      callId,
      projectId,
      startedAt: new Date(startedAt),
    })),
  };
}

/** Logs the progress every few thousand calls. */
function progressOf(total: number, log: (message: string) => void): (count: number) => void {
  let done = 0;
  let said = 0;
  return (count) => {
    done += count;
    // A run this short needs no progress lines.
    if (total < PROGRESS_EVERY || (done - said < PROGRESS_EVERY && done < total)) return;
    said = done;
    log(`demo calls: ${done} of ${total}`);
  };
}
