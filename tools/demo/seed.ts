import { setImmediate as turn } from 'node:timers/promises';
import type { INestApplicationContext } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { REGISTRY } from '#app/app.module.js';
import type { Settings } from '#app/config/settings.js';
import { systemContext } from '#app/core/shared/auth-context.js';
import type { AuthContext } from '#app/core/shared/auth-context.js';
import { metadataDataSourceOptions } from '#app/core/database/metadata/data-source-options.js';
import { TenantStores } from '#app/core/database/stores/tenant-stores.js';
import { IngestService } from '#app/features/calls/ingest/ingest.service.js';
import { ServedVersions } from '#app/features/releases/staged/served-versions.service.js';
import type { ServedCall } from '#app/features/releases/staged/served-versions.service.js';
import { ensureApiKeys, ensureEndingKey } from './cast/api-keys.service.ts';
import { refuseSlots, seedCapacity } from './capacity.ts';
import { callerNumberOf } from './calls/call-generator.ts';
import type { DemoCallRecord } from './calls/call-generator.ts';
import { missingCalls, NO_HISTORY, recordAt } from './calls/call-history.ts';
import type { StoredHistory } from './calls/call-history.ts';
import { DEMO_CALL_PREFIX } from './calls/call-schedule.ts';
import type { ScheduledCall } from './calls/call-schedule.ts';
import { insertCast } from './cast/cast-rows.service.ts';
import { SHOWCASE_TENANT, showcaseCall } from './calls/showcase-call.ts';
import { startPastService } from './releases/past-service.ts';
import { releaseDemo } from './releases/release-demo.ts';
import { startSettings } from './start-settings.ts';
import type { DemoSeedInput } from './cast/cast.ts';
import type { DemoApiKeySecret, DemoTenant } from './types.ts';

/** The most records that ingest accepts at once. */
const BATCH = 1_000;
/**
 * One tenant's records are sealed while the other's are stored; more concurrency would only wait
 * for the two cores.
 */
const PARALLEL = 2;
/** Number of calls between two progress lines. */
const PROGRESS_EVERY = 4_000;

/** Publishes the versions that served the calls. */
interface Releases {
  /** Settings of a worker, which builds the knowledge that a version names. */
  readonly worker: Settings;
  /** Called for each project that refuses. */
  readonly tell: (line: string) => void;
}

/**
 * Updates the demo data to `now`: the cast, the texts of its API keys, the versions and the calls,
 * which go through ingest like any other. Existing data stays, so the next start completes an
 * interrupted one.
 * @param releases null: no project has a version
 * @returns the API keys, in the order of the cast
 */
export async function seedDemo(
  input: DemoSeedInput,
  releases: Releases | null = null,
): Promise<DemoApiKeySecret[]> {
  const worker = startSettings(releases?.worker ?? input.settings);
  const service = await startPastService(startSettings(input.settings), worker);
  const { app } = service;
  try {
    const apiKeys = await seedCast(input);
    if (releases) await releaseDemo(service, apiKeys, input.now, releases.tell);
    await seedCalls(input, app);
    await seedShowcase(app, input.now);
    await seedCapacity(app, input.cast);
    await refuseSlots(app);
    return apiKeys;
  } finally {
    await service.close();
  }
}

/** Writes the cast and its API keys as the owner of their tables. */
export async function seedCast(input: DemoSeedInput): Promise<DemoApiKeySecret[]> {
  const options = metadataDataSourceOptions(input.metadataOwnerUrl, REGISTRY.schema('metadata'));
  const owner = await new DataSource(options).initialize();
  try {
    await insertCast(owner, input.cast, input.now);
    await ensureEndingKey(owner, input);
    return await ensureApiKeys(owner, input);
  } finally {
    await owner.destroy();
  }
}

/** Writes the showcase call if it is missing: a record of the same revision changes nothing. */
export async function seedShowcase(app: INestApplicationContext, now: Date): Promise<void> {
  const auth = systemContext(SHOWCASE_TENANT, 'demo-data');
  const record = showcaseCall(now);
  const call = {
    callId: record.call_id,
    projectId: record.project_id,
    startedAt: new Date(record.started_at_utc),
    callerNumber: record.caller_number,
  };
  const [version] = await servedBy(app.get(ServedVersions, { strict: false }), auth, [call]);
  const { errors } = await app
    .get(IngestService, { strict: false })
    .ingest(auth, [{ ...record, ...(version !== null && { version_number: version }) }]);
  if (errors[0]) throw new Error(`The showcase call was refused: ${errors[0].code} ${errors[0].field}`);
}

async function seedCalls(input: DemoSeedInput, app: INestApplicationContext): Promise<void> {
  const { cast, now } = input;
  const ingest = app.get(IngestService, { strict: false });
  const stores = app.get(TenantStores, { strict: false });
  const served = app.get(ServedVersions, { strict: false });
  const work = await Promise.all(
    cast.tenants.map(async (tenant) => ({
      tenant,
      calls: missingCalls(cast, tenant, await storedHistory(stores, tenant), now),
    })),
  );
  const total = work.reduce((sum, { calls }) => sum + calls.length, 0);
  const report = progressOf(total, input.log);
  // The longest comes first, because it would otherwise run alone at the end.
  const queue = work.toSorted((one, other) => other.calls.length - one.calls.length);
  const next = async (): Promise<void> => {
    for (let item = queue.shift(); item; item = queue.shift()) {
      const auth = systemContext(item.tenant, 'demo-data');
      for (let from = 0; from < item.calls.length; from += BATCH) {
        const records = await demoRecords(served, auth, item.calls.slice(from, from + BATCH), now);
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

/** The records of calls, each with the version that its runtime was told to use. */
export async function demoRecords(
  served: ServedVersions,
  auth: AuthContext,
  calls: readonly ScheduledCall[],
  now: Date,
): Promise<DemoCallRecord[]> {
  const facts = calls.map((call) => ({
    callId: call.callId,
    projectId: call.project.projectId,
    startedAt: new Date(call.startedAt),
    callerNumber: callerNumberOf(call),
  }));
  const versions = await servedBy(served, auth, facts);
  return calls.map((call, index) => recordAt(call, now, versions[index]));
}

async function servedBy(
  served: ServedVersions,
  auth: AuthContext,
  calls: readonly Omit<ServedCall, 'versionNumber' | 'contentHash'>[],
): Promise<(number | null)[]> {
  const unreported = calls.map((call) => ({ ...call, versionNumber: null, contentHash: null }));
  const versions = await served.ofCalls(auth, unreported);
  return unreported.map((call) => versions.at(call));
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
