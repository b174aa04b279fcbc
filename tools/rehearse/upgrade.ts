import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import type { Lifecycle } from '../dev/lifecycle.ts';
import { admitLogins, prepareDatabases } from '../dev/postgres/databases.ts';
import { startEmbeddedPostgres } from '../dev/postgres/embedded-postgres.ts';
import { until } from '../dev/processes.ts';
import { ApiAddress } from './api-address.ts';
import { Deployment } from './deployment.ts';
import { isWhole, proof, reportLines, reportRepeated, reportRequests, rows } from './proof.ts';
import type { RehearsalStep } from './proof.ts';
import { buildCommit, earlierCommit, PRESENT } from './tree.ts';
import { beginTraffic, prepare, startReceiver } from './work.ts';

/** Traffic before, between and after the steps. */
const CALM_MS = 8_000;
const DELIVERED_MS = 120_000;
/** Warnings of every start of the demo, which has no billing period. */
export const EXPECTED = /zone data|DeprecationWarning|trace-deprecation|usage (alerts|not told)/;

/**
 * Replaces the processes of an earlier commit by those of this tree, one after the other, under
 * traffic. Prints acknowledged and found data, and every failed request.
 * @param commit of the earlier version; by default one that lacks a few migrations
 * @returns whether no request failed and nothing was lost or done twice; true without a history
 */
export async function rehearseUpgrade(
  folder: string,
  lifecycle: Lifecycle,
  print: (line: string) => void,
  { commit, calmMs = CALM_MS }: { readonly commit?: string | undefined; readonly calmMs?: number } = {},
): Promise<boolean> {
  const steps: RehearsalStep[] = [];
  const say = (said: string): void => {
    steps.push({ at: performance.now(), said });
    print(said);
  };
  const from = commit ?? (await earlierCommit());
  if (from === null) {
    say('SKIPPED: this checkout has no git history with earlier migrations; fetch it, or name a commit.');
    return true;
  }
  const old = await buildCommit(from, join(folder, 'earlier'));
  say(`the version of commit ${old.commit} is built`);
  const deployment = await Deployment.begin(folder, lifecycle);
  const server = await lifecycle.hold(
    startEmbeddedPostgres({ dataDir: join(folder, 'stores'), fast: true }),
    (held) => held.stop(true),
  );
  deployment.useDatabases(await prepareDatabases(server, deployment.secrets));
  await deployment.migrate(old);
  await admitLogins(server);
  const apiKeys = await deployment.plant(old);
  let worker = await deployment.startWorker(old, 'worker-earlier');
  const apis = [
    await deployment.startApi(old, 'api-1-earlier'),
    await deployment.startApi(old, 'api-2-earlier'),
  ];
  const address = await lifecycle.hold(ApiAddress.start(apis.map(({ url }) => url)), (held) => held.stop());
  const receiver = await lifecycle.hold(startReceiver(), (held) => held.stop());
  const served = { apis: [address.url], apiKeys, operate: deployment.operateWith(old) };
  await prepare(served, receiver.url);
  const began = performance.now();
  const work = beginTraffic(served);
  say('2 API processes and a worker of it, behind one address, under traffic');
  await delay(calmMs);

  for (const line of await deployment.migrate(PRESENT, '--check'))
    if (/pending|LONG|REFUSED|may run/.test(line)) say(`check: ${line.trim()}`);
  for (const line of await deployment.migrate(PRESENT)) say(`migrated: ${line}`);
  await delay(calmMs);
  const next = await deployment.startWorker(PRESENT, 'worker');
  await worker.stop();
  worker = next;
  say('the worker is replaced');
  await delay(calmMs);
  for (const [index, api] of apis.entries()) {
    const successor = await deployment.startApi(PRESENT, `api-${index + 1}`);
    address.replace(api.url, successor.url);
    await api.stop();
    say(`API process ${index + 1} is replaced`);
    await delay(calmMs);
  }
  const ended = performance.now();
  await work.traffic.stop();
  await until(() => work.calls.every((id) => receiver.events.has(id)), DELIVERED_MS, 200);

  const row = rows(say);
  const asked = { query: queryOf((database) => server.superuserUrl(database)) };
  const lines = await proof({ metadata: asked, stores: asked }, work, receiver.events);
  reportLines(lines, row);
  const { tallies } = work.traffic;
  reportRequests(tallies, row, say);
  row('longest gap', `${Math.max(...tallies.map((it) => it.longestGap(began, ended))).toFixed(1)} s`);
  const failed = tallies.flatMap(({ repeated, wrong }) => [...repeated, ...wrong]);
  row('failed requests', failed.length);
  reportRepeated(tallies, steps, (requestId) => deployment.explain(requestId), say);
  const complaints = new Set(deployment.complaints.filter((it) => !EXPECTED.test(it)));
  row('other lines in logs', complaints.size);
  for (const complaint of [...complaints].slice(0, 10)) say(`  ${complaint.slice(0, 300)}`);
  const isProven = isWhole(lines) && failed.length === 0;
  say(isProven ? 'PROVEN: no request failed, nothing was lost or done twice' : 'NOT PROVEN: see above');
  return isProven;
}

/** Queries a server as a superuser. */
export const queryOf =
  (urlOf: (database: string) => string) =>
  async <T extends object>(database: string, text: string, values: readonly unknown[] = []): Promise<T[]> => {
    const client = new Client({ connectionString: urlOf(database) });
    await client.connect();
    try {
      return (await client.query<T>(text, [...values])).rows;
    } finally {
      await client.end();
    }
  };
