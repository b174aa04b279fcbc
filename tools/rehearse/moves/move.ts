import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { SHOWCASE_PROJECT_ID, SHOWCASE_TENANT } from '../../demo/calls/showcase-call.ts';
import type { DatabaseAddresses } from '../../dev/postgres/databases.ts';
import type { EmbeddedServer } from '../../dev/postgres/embedded-postgres.ts';
import { startEmbeddedPostgres } from '../../dev/postgres/embedded-postgres.ts';
import type { Lifecycle } from '../../dev/lifecycle.ts';
import { until } from '../../dev/processes.ts';
import { asSuperuser } from '../base-backup.ts';
import { Deployment } from '../deployment.ts';
import { killInEachState, moveTenant } from './move-command.ts';
import { provesMove, SOURCE } from './move-proof.ts';
import { addMovingWork, exportCalls, ExportJob } from './moving-work.ts';
import { plantCalls } from './planted-calls.ts';
import { prepareServer } from '../rehearsed-platform.ts';
import { PRESENT } from '../tree.ts';
import { beginTraffic, prepare, repeatCampaigns, startReceiver } from '../work.ts';

const CALLS = 100_000;
const CALM_MS = 8_000;
const DELIVERED_MS = 120_000;
/** Calls of the range that is read and exported repeatedly. */
const OF_STRETCH = 2_000;
/** Requests that clients repeat after the move. */
const REPEATED = 30;
/** An import has no more rows, and a move of millions of calls takes ten minutes. */
const CONTACTS = 5_000;
const CLIENT = ['--client', SHOWCASE_TENANT.clientId, '--env', SHOWCASE_TENANT.dataEnv];
const ADMINISTRATOR = 'admin@acme-dental.example.com';

/** Everything is forced to disk, as in production. */
const SETTINGS = { shared_buffers: '256MB', max_wal_size: '4GB', maintenance_work_mem: '256MB' };

/**
 * Moves a client from a store of one server to a store of another while requests of all kinds, the
 * worker and an export go on. Prints what was acknowledged, found, waited for and compared.
 * @param options of the rehearsal: calls that are planted, and whether the command is killed in each
 * state
 * @returns whether nothing was lost, repeated or refused, and writers waited no longer than promised
 */
export async function rehearseMove(
  folder: string,
  lifecycle: Lifecycle,
  say: (line: string) => void,
  { calls = CALLS, kills = false, calmMs = CALM_MS } = {},
): Promise<boolean> {
  const deployment = await Deployment.begin(folder, lifecycle);
  const [first, second] = await startStores(folder, lifecycle, deployment);
  const apiKeys = await deployment.plant(PRESENT);
  const apis = [await deployment.startApi(PRESENT, 'api-1'), await deployment.startApi(PRESENT, 'api-2')];
  const api = apis[0]!.url;
  const planted = await asSuperuser(
    first,
    (db) => plantCalls(db, { api, apiKeys, calls, ofStretch: Math.min(OF_STRETCH, calls / 2) }),
    SOURCE,
  );
  const operate = deployment.operateWith(PRESENT);
  await operate('rollup', '--rebuild', ...CLIENT);
  const processes = [await deployment.startWorker(PRESENT, 'worker'), ...apis];
  say(`${planted.calls} calls of ${SHOWCASE_TENANT.clientId} in a store of one server; the other is empty`);

  const receiver = await lifecycle.hold(startReceiver(), (held) => held.stop());
  const place = { tenant: SHOWCASE_TENANT, projectId: SHOWCASE_PROJECT_ID };
  const served = { apis: apis.map(({ url }) => url), apiKeys, operate, dials: place, contacts: CONTACTS };
  await prepare(served, receiver.url);
  const began = performance.now();
  const work = beginTraffic(served);
  const blocked = addMovingWork(work, apiKeys, planted.stretch);
  await delay(calmMs);
  const files = [await exportCalls(api, apiKeys, planted.stretch)];
  const before = [...work.calls];
  const job = await ExportJob.start(api, await deployment.signIn(ADMINISTRATOR));
  say('traffic of all kinds goes on, and an export of all calls is being written');

  const during: ReturnType<typeof exportCalls>[] = [];
  const steps: { at: number; said: string }[] = [];
  const onLine = (line: string): void => {
    say(`  ${line}`);
    if (/^\w+: /.test(line)) steps.push({ at: performance.now(), said: line });
    if (line.startsWith('catching_up: ') && during.length === 0)
      during.push(exportCalls(api, apiKeys, planted.stretch));
  };
  const options = [...CLIENT, '--store', 'store-b'];
  const movedFrom = performance.now();
  const killed = kills ? await killInEachState(deployment, options, onLine) : 0;
  await moveTenant(deployment, options, onLine);
  const moved = performance.now();
  const comparing = steps.find(({ said }) => said.startsWith('comparing: '))?.at ?? movedFrom;
  await delay(calmMs);
  files.push(...(await Promise.all(during)), await exportCalls(api, apiKeys, planted.stretch));
  const zip = await job.download();
  const ended = performance.now();
  await work.traffic.stop();
  say('traffic has ended; keys are repeated, and deliveries finish');
  const refused = await repeatCampaigns(api, apiKeys, work.campaigns.slice(-REPEATED), work.keys, place);
  await until(() => work.calls.every((id) => receiver.events.has(id)), DELIVERED_MS, 200);
  for (const process of processes) await process.stop();

  return provesMove(
    {
      servers: [first, second],
      work,
      events: receiver.events,
      blocked,
      refused,
      period: [began, ended],
      move: { seconds: (moved - movedFrom) / 1000, killed, held: [comparing, moved], steps },
      explain: (requestId) => deployment.explain(requestId),
      complaints: deployment.complaints,
      exports: { zip, before, planted, files },
      endMove: () => moveTenant(deployment, [...CLIENT, '--end'], (line) => say(`  ${line}`)),
    },
    say,
  );
}

/** A server with the metadata store and the first tenant store, and one with the second. */
async function startStores(
  folder: string,
  lifecycle: Lifecycle,
  deployment: Deployment,
): Promise<readonly [EmbeddedServer, EmbeddedServer]> {
  const start = (name: string): Promise<EmbeddedServer> =>
    lifecycle.hold(startEmbeddedPostgres({ dataDir: join(folder, name), settings: SETTINGS }), (held) =>
      held.stop(true),
    );
  const servers = [await start('first'), await start('second')] as const;
  const here = await prepareServer(servers[0], deployment.secrets);
  const there = await prepareServer(servers[1], deployment.secrets);
  const apart = (of: (addresses: DatabaseAddresses) => ReadonlyMap<string, string>) =>
    new Map([...of(here)].map(([id, url]) => [id, id === 'store-b' ? of(there).get(id)! : url] as const));
  deployment.useDatabases({
    ...here,
    migration: {
      ...here.migration,
      tenantStoreOwnerUrls: apart(({ migration }) => migration.tenantStoreOwnerUrls),
    },
    tenantStoreUrls: apart(({ tenantStoreUrls }) => tenantStoreUrls),
  });
  return servers;
}
