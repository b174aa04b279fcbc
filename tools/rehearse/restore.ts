import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { SHOWCASE_TENANT } from '../demo/calls/showcase-call.ts';
import type { DatabaseAddresses } from '../dev/postgres/databases.ts';
import type { EmbeddedServer } from '../dev/postgres/embedded-postgres.ts';
import type { Lifecycle } from '../dev/lifecycle.ts';
import { until } from '../dev/processes.ts';
import { ArchivedServer } from './archived-server.ts';
import { asSuperuser } from './base-backup.ts';
import { Deployment } from './deployment.ts';
import { isWhole, proof, reportLines, rows } from './proof.ts';
import type { Row, Work } from './proof.ts';
import { behind, prepareServer, together } from './rehearsed-platform.ts';
import { compareSums, sumsOf } from './table-sums.ts';
import { PRESENT } from './tree.ts';
import { queryOf } from './upgrade.ts';
import { beginTraffic, prepare, repeatCampaigns, startReceiver } from './work.ts';

/** Traffic before and after the backup, and after the moment. */
const CALM_MS = 8_000;
const DELIVERED_MS = 120_000;
/** Requests of all writers that may have been in progress at the moment. */
const UNDER_WAY = 20;
/** Requests that clients repeat after the restore. */
const REPEATED = 30;

/** Both servers, live or restored. */
interface Servers {
  readonly metadata: EmbeddedServer;
  readonly stores: EmbeddedServer;
}

const askedOf = (server: EmbeddedServer) => ({ query: queryOf((database) => server.superuserUrl(database)) });

/**
 * Backs both servers up under traffic, restores them to one moment and compares every table with
 * its state at that moment; then restores a single tenant to the moment, and lets the restored
 * platform work.
 * @returns whether everything matched
 */
export async function rehearseRestore(
  folder: string,
  lifecycle: Lifecycle,
  say: (line: string) => void,
  calmMs = CALM_MS,
): Promise<boolean> {
  const row = rows(say);
  const deployment = await Deployment.begin(folder, lifecycle);
  const metadata = await ArchivedServer.start(join(folder, 'metadata'), lifecycle);
  const stores = await ArchivedServer.start(join(folder, 'stores'), lifecycle);
  const live: Servers = { metadata: metadata.live, stores: stores.live };
  const addresses = {
    metadata: await prepareServer(live.metadata, deployment.secrets),
    stores: await prepareServer(live.stores, deployment.secrets),
  };
  deployment.useDatabases(together(addresses.metadata, addresses.stores));
  const apiKeys = await deployment.plant(PRESENT);
  const processes = [
    await deployment.startWorker(PRESENT, 'worker'),
    await deployment.startApi(PRESENT, 'api-1'),
    await deployment.startApi(PRESENT, 'api-2'),
  ];
  const receiver = await lifecycle.hold(startReceiver(), (held) => held.stop());
  const operate = deployment.operateWith(PRESENT);
  const served = { apis: processes.slice(1).map(({ url }) => url), apiKeys, operate };
  await prepare(served, receiver.url);
  const work = beginTraffic(served);
  say('2 API processes and a worker under traffic, on two servers that archive their log');
  await delay(calmMs);
  await Promise.all([metadata.backUp(), stores.backUp()]);
  say('both servers are backed up');
  await delay(calmMs);

  const before = upToNow(work);
  const [clock] = await askedOf(live.metadata).query<{ now: string }>(
    'metadata',
    'SELECT clock_timestamp()::text AS now',
  );
  const moment = clock!.now;
  say(`the moment is ${moment}`);
  await delay(calmMs);
  const removed = await removeCalls(live.stores);
  say(`then all ${removed} calls of ${SHOWCASE_TENANT.clientId} are deleted by mistake; the traffic goes on`);
  await delay(calmMs);
  const [metadataThen, storesThen] = [await metadata.witness(moment), await stores.witness(moment)];
  say('two standbys have followed the servers and stopped at the moment: they have what was there');
  await work.traffic.stop();
  for (const process of processes) await process.stop();
  await Promise.all([metadata.closeArchive(), stores.closeArchive()]);

  const restored: Servers = {
    metadata: await metadata.restore(moment),
    stores: await stores.restore(moment),
  };
  say('both servers are restored to the moment, from the backup and the archive alone');
  let differing = 0;
  for (const [database, then, now] of [
    ['metadata', metadataThen, restored.metadata],
    ['store_a', storesThen, restored.stores],
    ['store_b', storesThen, restored.stores],
  ] as const)
    differing += compareSums(database, await sumsOf(then, database), await sumsOf(now, database), row);
  const askedRestored = { metadata: askedOf(restored.metadata), stores: askedOf(restored.stores) };
  const lines = (await proof(askedRestored, before, receiver.events)).slice(0, -1);
  say('acknowledged before the moment, and restored:');
  reportLines(lines, row);
  const later = work.calls.slice(before.calls.length + UNDER_WAY);
  const [laterFound] = await askedRestored.stores.query<{ n: number }>(
    'store_a',
    'SELECT count(*)::int AS n FROM calls WHERE call_id = ANY ($1)',
    [later],
  );
  row('calls sent after it', later.length, laterFound!.n);

  differing += await restoreOneTenant(live, restored, operate, row, say);
  const isSafe = await resume(deployment, { restored, addresses, before, receiver, apiKeys }, row, say);
  const isProven = differing === 0 && isWhole(lines) && later.length > 0 && laterFound!.n === 0 && isSafe;
  say(isProven ? 'PROVEN: everything is what it was at the moment' : 'NOT PROVEN: see above');
  return isProven;
}

const upToNow = (work: Work): Work => ({
  ...work,
  calls: [...work.calls],
  projects: [...work.projects],
  campaigns: [...work.campaigns],
  dialled: [...work.dialled],
  ended: [...work.ended],
});

const removeCalls = (server: EmbeddedServer): Promise<number> =>
  asSuperuser(
    server,
    async (client) => {
      const { clientId, dataEnv } = SHOWCASE_TENANT;
      const { rowCount } = await client.query('DELETE FROM calls WHERE client_id = $1 AND data_env = $2', [
        clientId,
        dataEnv,
      ]);
      return rowCount ?? 0;
    },
    'store_a',
  );

/** @returns how many tables differ that should be equal */
async function restoreOneTenant(
  live: Servers,
  restored: Servers,
  operate: (...args: string[]) => Promise<void>,
  row: Row,
  say: (line: string) => void,
): Promise<number> {
  const tenant = SHOWCASE_TENANT;
  const others = { tenant, others: true };
  const [othersThen, otherStoreThen] = [
    await sumsOf(live.stores, 'store_a', others),
    await sumsOf(live.stores, 'store_b'),
  ];
  const client = ['--client', tenant.clientId, '--env', tenant.dataEnv];
  await operate('suspend-tenant', ...client);
  await operate('restore-tenant', ...client, '--from', `127.0.0.1:${restored.stores.port}`);
  await operate('resume-tenant', ...client);
  say(`the live store again, after restore-tenant of ${tenant.clientId} alone:`);
  const own = { tenant, others: false };
  // Audit events have been relayed since then, and slots expire by themselves.
  const restoredTables = (sums: Awaited<ReturnType<typeof sumsOf>>) =>
    new Map([...sums].filter(([name]) => !['audit_outbox', 'capacity_leases'].includes(name)));
  const differing = compareSums(
    `${tenant.clientId} ${tenant.dataEnv}`,
    restoredTables(await sumsOf(restored.stores, 'store_a', own)),
    restoredTables(await sumsOf(live.stores, 'store_a', own)),
    row,
  );
  return (
    differing +
    compareSums('other tenants', othersThen, await sumsOf(live.stores, 'store_a', others), row) +
    compareSums('other store', otherStoreThen, await sumsOf(live.stores, 'store_b'), row)
  );
}

/**
 * Starts the platform on the restored servers. Writes between the two stores end there as after a
 * crash: the relay completes them, and a repeated key is answered as at its first time.
 */
async function resume(
  deployment: Deployment,
  rehearsal: {
    readonly restored: Servers;
    readonly addresses: Record<'metadata' | 'stores', DatabaseAddresses>;
    readonly before: Work;
    readonly receiver: Awaited<ReturnType<typeof startReceiver>>;
    readonly apiKeys: Parameters<typeof repeatCampaigns>[1];
  },
  row: Row,
  say: (line: string) => void,
): Promise<boolean> {
  const { restored, addresses, before, receiver, apiKeys } = rehearsal;
  deployment.useDatabases(
    together(
      behind(restored.metadata.port, addresses.metadata),
      behind(restored.stores.port, addresses.stores),
    ),
  );
  const asked = { metadata: askedOf(restored.metadata), stores: askedOf(restored.stores) };
  const owed = async (): Promise<number> => {
    const counts = await Promise.all(
      ['store_a', 'store_b'].map((database) =>
        asked.stores.query<{ n: number }>(
          database,
          'SELECT ((SELECT count(*) FROM audit_outbox) + (SELECT count(*) FROM idempotency_effects))::int AS n',
        ),
      ),
    );
    return counts.reduce((sum, [count]) => sum + count!.n, 0);
  };
  const owedAtFirst = await owed();
  const api = await deployment.startApi(PRESENT, 'restored-api');
  await deployment.startWorker(PRESENT, 'restored-worker');
  const repeated = before.campaigns.slice(-REPEATED);
  const refused = await repeatCampaigns(api.url, apiKeys, repeated, before.keys);
  const isRelayed = await until(async () => (await owed()) === 0, DELIVERED_MS, 200);
  await until(() => before.calls.every((id) => receiver.events.has(id)), DELIVERED_MS, 200);
  const lines = await proof(asked, before, receiver.events);
  say('the restored platform works; keys are repeated, and what the tenant stores owe is relayed:');
  reportLines(lines, row);
  row('repeated keys, refused', repeated.length, refused);
  row('rows to relay, then now', owedAtFirst, isRelayed ? 0 : await owed());
  return isWhole(lines) && refused === 0 && isRelayed;
}
