import type { Client } from 'pg';
import { frozenUntil, hoursBefore, METERED, plantWindows, WINDOWS } from '../harness/stores/billing-store.ts';
import type { BillingBench } from '../harness/stores/billing-store.ts';
import type { Child } from '../harness/children.ts';
import { compare } from '../harness/compare.ts';
import type { Row } from '../harness/compare.ts';

// The cost of closing usage windows (docs/contract/billing.md, section 14). Nothing is sent to the
// provider.

const METER = `client_id = $1 AND data_env = 'prod' AND meter_id = 'minutes'`;

export const meteredFrom = (db: Client, clientId: string, since: Date): Promise<unknown> =>
  db.query(`UPDATE billing_plan_meters SET metered_from = $2 WHERE ${METER}`, [clientId, since]);

export const withoutWindows = (db: Client, clientId: string, since: Date): Promise<unknown> =>
  db.query(`DELETE FROM billing_usage_windows WHERE ${METER} AND window_start >= $2`, [clientId, since]);

interface Closed {
  readonly windows: number;
  readonly units: number;
}

/** The stored windows between two hours. */
async function stored(db: Client, clientId: string, from: Date, to: Date): Promise<Closed> {
  const { rows } = await db.query<Closed>(
    `SELECT count(*)::integer AS windows, coalesce(sum(quantity), 0)::double precision AS units
       FROM billing_usage_windows WHERE ${METER} AND window_start >= $2 AND window_start < $3`,
    [clientId, from, to],
  );
  return rows[0]!;
}

/** The minutes of the calls that ended in these hours, from the planted columns. */
async function used(db: Client, clientId: string, from: Date, to: Date): Promise<number> {
  const { rows } = await db.query<{ units: number }>(
    `SELECT coalesce(sum(ceil(duration_seconds / 60)), 0)::double precision AS units
       FROM calls WHERE client_id = $1 AND ended_at_utc >= $2 AND ended_at_utc < $3`,
    [clientId, from, to],
  );
  return rows[0]!.units;
}

/**
 * Closes open windows, and checks that all of them exist.
 * @returns seconds
 */
export async function close(
  { metadata, store }: Pick<BillingBench, 'metadata' | 'store'>,
  meterer: Child,
  clientId: string,
  { from, to, checked }: { from: Date; to: Date; checked: boolean },
): Promise<number> {
  const { seconds } = await meterer.ask<{ seconds: number }>({ clientId });
  const { windows, units } = await metadata((db) => stored(db, clientId, from, to));
  const wanted = checked ? await store((db) => used(db, clientId, from, to)) : units;
  const hours = (to.getTime() - from.getTime()) / 3_600_000;
  if (windows !== hours || units !== wanted)
    throw new Error(`${windows} of ${hours} windows hold ${units} minutes of ${wanted}.`);
  return seconds;
}

const ROUNDS = 3;
/** With the mistake it is this many times slower. */
const FEWER = 100;

/** From the start of the work until the last window is stored, on a meter that was idle. */
export const P17: Row<BillingBench> = {
  id: 'P17',
  what: `closing ${WINDOWS} windows over 2,000,000 calls`,
  against: '-',
  unit: 's',
  target: { atMost: 60 },
  control: 'scan-for-each-hour',
  measure: async (bench, worsened) => {
    await bench.plantCalls();
    const fewer = worsened ? FEWER : 1;
    const meterer = await bench.startMeterer(worsened ? 'scan-for-each-hour' : undefined);
    const seconds: number[] = [];
    for (let round = 0; round < (worsened ? 1 : ROUNDS); round += 1) {
      const to = frozenUntil();
      const from = hoursBefore(to, WINDOWS / fewer);
      await bench.metadata(async (db) => {
        await withoutWindows(db, METERED.busy, new Date(0));
        await meteredFrom(db, METERED.busy, from);
      });
      seconds.push(fewer * (await close(bench, meterer, METERED.busy, { from, to, checked: true })));
    }
    await meterer.stop();
    return {
      ...{ ours: Math.max(...seconds), floor: null, ratio: null, ratios: seconds },
      notes: { calls: bench.calls },
    };
  },
};

/** Windows of a week, after many existing ones. */
const WEEK = 7 * 24;
/** Windows are counted again for this long (docs/contract/billing.md, 14.6). */
const RECOUNTED = 72;
const [FEW, MANY] = [2_000, 20_000];
const PAIRS = 7;

/**
 * Plants older windows and closes the earlier ones, so that windows that are counted again have
 * their counts.
 */
async function begun(
  bench: BillingBench,
  meterer: Child,
  clientId: string,
  older: number,
): Promise<() => Promise<number>> {
  const to = frozenUntil();
  const from = hoursBefore(to, WEEK);
  const since = hoursBefore(from, older);
  const until = hoursBefore(from, RECOUNTED);
  await bench.metadata(async (db) => {
    await withoutWindows(db, clientId, new Date(0));
    await meteredFrom(db, clientId, since);
    await plantWindows(db, clientId, { from: since, to: until });
    await db.query('VACUUM (ANALYZE) billing_usage_windows');
  });
  await close(bench, meterer, clientId, { from: until, to, checked: true });
  return async () => {
    await bench.metadata((db) => withoutWindows(db, clientId, from));
    return close(bench, meterer, clientId, { from, to, checked: false });
  };
}

export const P17_GROWTH: Row<BillingBench> = {
  id: 'P17g',
  what: `closing the windows of a week behind ${MANY} older ones`,
  against: `the same behind ${FEW}`,
  unit: 's',
  target: { atMost: 1.5 },
  control: 'older-windows-read',
  measure: async (bench, worsened) => {
    await bench.plantCalls();
    const meterer = await bench.startMeterer(worsened ? 'older-windows-read' : undefined);
    const figures = await compare(
      worsened ? 1 : PAIRS,
      await begun(bench, meterer, METERED.old, MANY),
      await begun(bench, meterer, METERED.busy, FEW),
    );
    await meterer.stop();
    return figures;
  },
};
