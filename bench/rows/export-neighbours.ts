import { once } from 'node:events';
import { Agent, request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { Client } from 'pg';
import type { CopyExportOrder, CopyExportResult } from '../floors/copy-export.ts';
import { startChild } from '../harness/children.ts';
import type { Child } from '../harness/children.ts';
import type { Row } from '../harness/compare.ts';
import { V1_EXPORT } from '../harness/export-store.ts';
import type { ExportBench } from '../harness/export-store.ts';
import { PROJECT_ID } from '../harness/platform.ts';
import type { NeighbourAnswer } from '../harness/neighbour-client.ts';

// The cost of one tenant's exports for its neighbours on the same store (S19), compared with the
// neighbour alone, which does the same in the same run.

/** Bulk work that takes every turn of the loop, and comes in all at once. */
const CONTROL = 'no-turns';

/** People who export for one tenant; they are partners of other tenants else. */
const ATTACKERS = [40, 41, 42, 43, 44, 45, 46, 47] as const;
const NEIGHBOUR = 50;
const PARALLEL = 500;
/** Requests of the neighbour in each round. */
const REQUESTS = 400;
const ROUNDS = 3;

/** An attack under way. */
interface Attack {
  readonly end: () => Promise<Readonly<Record<string, number>>>;
}

async function asSuperuser(bench: ExportBench, statement: string): Promise<void> {
  const db = new Client({ connectionString: bench.platform.superuserUrl('metadata') });
  await db.connect();
  await db.query(statement);
  await db.end();
}

const forgetWindows = (bench: ExportBench): Promise<void> =>
  asSuperuser(bench, 'DELETE FROM throttle_hits; DELETE FROM export_runs');

const admitAttackers = (bench: ExportBench): Promise<void> =>
  asSuperuser(
    bench,
    `INSERT INTO portal_user_client_assignments (user_id, client_id, data_env, role, is_default, active)
     SELECT user_id, 'client-1', 'prod', 'client_admin', false, true FROM portal_users
      WHERE subject IN (${ATTACKERS.map((person) => `'subject-${person}'`).join(', ')})
     ON CONFLICT DO NOTHING;
     INSERT INTO projects (client_id, data_env, project_id, display_name, timezone, lifecycle_state)
     VALUES ('client-${NEIGHBOUR}', 'prod', 'neighbour-project', 'Neighbour', 'Australia/Sydney', 'active')
     ON CONFLICT DO NOTHING`,
  );

const tokenOf = ({ platform }: ExportBench, person: number): string => platform.tokens[person - 1] ?? '';

function sendExport(port: number, token: string, body: object, agent: Agent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(
      {
        ...{ host: '127.0.0.1', port, method: 'POST', path: '/v1/calls/export', agent },
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      },
      resolve,
    )
      .on('error', reject)
      .end(JSON.stringify(body));
  });
}

/** Takes an answer to its end. */
async function statusOf(response: IncomingMessage): Promise<number> {
  response.resume();
  await once(response, 'close');
  return response.statusCode ?? 0;
}

const ATTACK = { ...V1_EXPORT.body, client_id: 'client-1' };

/** Eight begin an export and take nothing of it; without a profile, which is the larger file. */
async function slowReaders(bench: ExportBench, port: number): Promise<Attack> {
  const { profile: _profile, timezone: _timezone, ...legacy } = ATTACK as Record<string, unknown>;
  const agent = new Agent();
  const body = { ...legacy, include_transcript_text: true };
  const begun = ATTACKERS.map((person) =>
    sendExport(port, tokenOf(bench, person), body, agent).catch(() => null),
  );
  await Promise.race([Promise.all(begun), new Promise((resolve) => setTimeout(resolve, 3000))]);
  return {
    end: async () => {
      agent.destroy();
      const statuses = (await Promise.all(begun)).map((response) => response?.statusCode ?? 0);
      return { slow_readers: statuses.filter((status) => status === 200).length };
    },
  };
}

/** Five hundred exports of eight people, all at once. */
function inParallel(bench: ExportBench, port: number): Promise<Attack> {
  const agent = new Agent();
  const asked = Array.from({ length: PARALLEL }, (_, index) =>
    sendExport(port, tokenOf(bench, ATTACKERS[index % ATTACKERS.length] ?? 0), ATTACK, agent).then(statusOf),
  );
  return Promise.resolve({
    end: async () => {
      const statuses = await Promise.all(asked);
      agent.destroy();
      const count = (status: number): number => statuses.filter((it) => it === status).length;
      return { '200': count(200), '409': count(409), '429': count(429), '503': count(503) };
    },
  });
}

/**
 * The least cost of any design: another process copies the rows and opens them, without CSV,
 * governance or HTTP, one export after the other.
 */
async function copiesElsewhere({ platform, encryptionKey }: ExportBench): Promise<Attack> {
  const other = await startChild(join(import.meta.dirname, '../floors/copy-export.ts'), {
    args: [platform.storeSuperuserUrl, encryptionKey.toString('base64')],
  });
  const order: CopyExportOrder = {
    projectId: PROJECT_ID,
    ...{ from: '2026-09-30T00:00:00Z', to: '2026-11-21T00:00:00Z', opens: 'summary_encrypted' },
  };
  let copies = 0;
  let isOver = false;
  const copying = (async () => {
    while (!isOver) {
      await other.ask<CopyExportResult>({ ...order });
      copies += 1;
    }
  })();
  return {
    end: async () => {
      isOver = true;
      await copying;
      await other.stop();
      return { copies };
    },
  };
}

/**
 * The same for the other attack: as many posts to a bare server in a process of its own, which
 * refuses them all, and the copies of two exports.
 */
async function refusedElsewhere(bench: ExportBench): Promise<Attack> {
  const [copies, other] = await Promise.all([
    copiesElsewhere(bench),
    startChild(join(import.meta.dirname, '../floors/refuse-http.ts')),
  ]);
  const posts = await inParallel(bench, other.port);
  return {
    end: async () => {
      const ended = { ...(await posts.end()), ...(await copies.end()) };
      await other.stop();
      return ended;
    },
  };
}

const quantile = (milliseconds: readonly number[], share: number): number =>
  milliseconds.toSorted((a, b) => a - b)[Math.floor(milliseconds.length * share)] ?? 0;

function neighboursOf(
  id: string,
  what: string,
  begin: (bench: ExportBench, port: number) => Promise<Attack>,
  target: Row['target'] = { atMost: 1.3 },
): Row<ExportBench> {
  return {
    ...{
      id,
      what: `p99 of a neighbour's summary beside ${what}`,
      against: 'the neighbour alone',
      unit: 'ms',
    },
    target,
    ...(target && { control: CONTROL }),
    measure: async (bench, worsened) => {
      await admitAttackers(bench);
      const neighbour: Child = await startChild(join(import.meta.dirname, '../harness/neighbour-client.ts'));
      const ours = await bench.startOurs(worsened ? CONTROL : undefined);
      const headers = { Authorization: `Bearer ${tokenOf(bench, NEIGHBOUR)}` };
      const summary = { port: ours.port, path: '/v1/calls/summary', headers, total: REQUESTS };
      const body = { ...V1_EXPORT.body, project_id: 'neighbour-project' };
      /**
       * All that the neighbour does in either half of a round: its summaries, and an export of its
       * own.
       */
      const ask = async (): Promise<NeighbourAnswer & { readonly isExported: boolean }> => {
        const agent = new Agent();
        const asked = neighbour.ask<NeighbourAnswer>({ ...summary });
        const exported = await sendExport(ours.port, tokenOf(bench, NEIGHBOUR), body, agent)
          .then(statusOf)
          .catch(() => 0);
        const answer = await asked;
        agent.destroy();
        return { ...answer, isExported: exported === 200 };
      };
      // Code that runs for the first time is slow in either half: the first pair does not count.
      const rounds: { ours: number; floor: number; ratio: number }[] = [];
      let notes: Record<string, number> = { refused: 0, exports_refused: 0 };
      for (let round = 0; round <= ROUNDS; round += 1) {
        await forgetWindows(bench);
        const alone = (await ask()).milliseconds;
        const attack = await begin(bench, ours.port);
        const answer = await ask();
        const beside = answer.milliseconds;
        const end = await attack.end();
        if (round === 0) continue;
        const [under, floor] = [quantile(beside, 0.99), quantile(alone, 0.99)];
        notes = {
          ...notes,
          ...end,
          refused: (notes['refused'] ?? 0) + answer.refused,
          exports_refused: (notes['exports_refused'] ?? 0) + (answer.isExported ? 0 : 1),
          median_ratio: Math.round((quantile(beside, 0.5) / quantile(alone, 0.5)) * 100) / 100,
        };
        rounds.push({ ours: under, floor, ratio: under / floor });
      }
      await Promise.all([ours.stop(), neighbour.stop()]);
      const [, median] = rounds.toSorted((a, b) => a.ratio - b.ratio);
      return { ...(median ?? rounds[0]!), ratios: rounds.map(({ ratio }) => ratio), notes };
    },
  };
}

export const S19_SLOW = neighboursOf('S19', 'eight exports whose receivers take nothing', slowReaders);
export const S19_PARALLEL = neighboursOf('S19p', '500 exports at once', inParallel);
export const S19_COPIES = neighboursOf('S19c', 'bare copies by another process', copiesElsewhere, null);
export const S19_REFUSED = neighboursOf(
  'S19r',
  'bare copies and 500 posts to another process',
  refusedElsewhere,
  null,
);
