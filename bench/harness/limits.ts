import { Client } from 'pg';
import type { Bench } from './compare.ts';

/** Resets the limits of a person. */
export async function limits({
  platform,
}: Bench): Promise<{ readonly clear: () => Promise<void>; readonly end: () => Promise<void> }> {
  const db = new Client({ connectionString: platform.metadataSuperuserUrl });
  await db.connect();
  return {
    clear: async () => void (await db.query('DELETE FROM throttle_hits')),
    end: () => db.end(),
  };
}

export const percentile95 = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(0.95 * values.length)] ?? Number.NaN;
