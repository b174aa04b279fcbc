import { join } from 'node:path';
import { Client } from 'pg';
import { CLIENTS_AT_HOME, STORES_AT_HOME } from '#app/features/home/overview/home.queries.js';
import { homeRanges } from '#app/features/home/rules/home-ranges.policy.js';
import { startChild } from '../harness/children.ts';
import type { Row } from '../harness/compare.ts';
import { answerTo, compareRequests, getRequest, millisecondsPerRequest } from '../harness/load.ts';
import type { Platform } from '../harness/platform.ts';
import { CLIENTS_OF_PARTNER } from '../harness/stores/partner-store.ts';

const PAIRS = 25;

export const D1: Row = {
  id: 'D1',
  what: `GET api/partner-clients, ${CLIENTS_OF_PARTNER} clients with 5 projects each`,
  against: 'node:http + the named queries',
  unit: 'ms',
  target: { atMost: 1.6 },
  control: 'directory-by-client',
  measure: async ({ client, platform, startOurs }, worsened) => {
    const mine = await startOurs(worsened ? 'directory-by-client' : undefined);
    const bare = await startChild(join(import.meta.dirname, '../floors/partner-clients-http.ts'), {
      args: [platform.metadataSuperuserUrl],
    });
    const ours = getRequest('/api/partner-clients', { Authorization: `Bearer ${platform.tokens[0] ?? ''}` });
    const figures = await compareRequests(client, PAIRS, [mine.port, ours], [bare.port, getRequest('/')]);
    const answer = JSON.stringify(await answerTo<object>(client, mine.port, ours)).slice(0, 80);
    await Promise.all([mine.stop(), bare.stop()]);
    return { ...figures, notes: { answer } };
  },
};

const HOME_REQUESTS = 60;
/**
 * Until PostgreSQL has prepared the statements on each connection, and V8 has compiled the rest.
 */
const HOME_WARM_UP = 20;

export const H1: Row = {
  id: 'H1',
  what: `GET v1/portal/home, the 95th percentile, ${CLIENTS_OF_PARTNER} clients with 20 calls a day each`,
  against: 'nothing: absolute, on a machine at rest; beside it the two statements about clients and calls',
  unit: 'ms',
  target: { atMost: 150 },
  control: 'home-by-client',
  measure: async ({ client, platform, startOurs }, worsened) => {
    const mine = await startOurs(worsened ? 'home-by-client' : undefined);
    const request = getRequest('/v1/portal/home?timezone=Australia/Sydney', {
      Authorization: `Bearer ${platform.tokens[0] ?? ''}`,
    });
    const answer = JSON.stringify(await answerTo<object>(client, mine.port, request)).slice(0, 80);
    const ours = await percentiles(() => millisecondsPerRequest(client, mine.port, request, 1));
    await mine.stop();
    const statements = await homeStatements(platform);
    const floor = await percentiles(statements.run);
    await statements.end();
    return { ours: ours.p95, floor: floor.p95, ratio: null, ratios: [], notes: { p50: ours.p50, answer } };
  },
};

/** The statements about clients and calls in sequence, without the service. */
async function homeStatements({ metadataSuperuserUrl, storeSuperuserUrl }: Platform): Promise<{
  readonly run: () => Promise<number>;
  readonly end: () => Promise<unknown>;
}> {
  const [metadata, store] = [new Client(metadataSuperuserUrl), new Client(storeSuperuserUrl)];
  await Promise.all([metadata.connect(), store.connect()]);
  const clients = Array.from({ length: CLIENTS_OF_PARTNER }, (_, index) => `client-${index + 1}`);
  for (const db of [metadata, store]) await db.query(`SET plan_cache_mode = force_generic_plan`);
  await store.query(
    `SELECT set_config('app.client_id', $1, false), set_config('app.data_env', 'prod', false)`,
    [clients.join('\n')],
  );
  const { rows } = await metadata.query<{ user_id: string }>(
    `SELECT user_id FROM portal_users WHERE subject = 'subject-1'`,
  );
  const now = new Date();
  const { since, until, cutHours } = homeRanges(now, 'Australia/Sydney');
  const { name, text } = STORES_AT_HOME;
  return {
    run: async () => {
      const began = performance.now();
      const values = [clients, 'prod', rows[0]?.user_id, clients.map(() => false), now, [], []];
      await metadata.query({ ...CLIENTS_AT_HOME, values });
      await store.query({ name, text, values: [clients, 'prod', since, until, cutHours, [], [], [], []] });
      return performance.now() - began;
    },
    end: () => Promise.all([metadata.end(), store.end()]),
  };
}

async function percentiles(measured: () => Promise<number>): Promise<{ p50: number; p95: number }> {
  const took: number[] = [];
  for (let tries = 0; tries < HOME_WARM_UP + HOME_REQUESTS; tries += 1) took.push(await measured());
  const sorted = took.slice(HOME_WARM_UP).sort((one, other) => one - other);
  const at = (share: number): number => sorted[Math.floor(share * HOME_REQUESTS)] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95) };
}
