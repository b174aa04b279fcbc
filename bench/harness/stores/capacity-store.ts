import { Client } from 'pg';
import type { Child } from '../children.ts';
import type { Bench, StartOurs } from '../compare.ts';
import { startPlatform } from '../platform.ts';
import type { Platform } from '../platform.ts';

/** A large client: this many concurrent calls in this many projects. */
export const CALLS_IN_PROGRESS = 1_000;
const PROJECTS = 60;
/** Other clients in the store, which together have as many calls. */
const NEIGHBOURS = 100;

interface Opening {
  readonly client: Child;
  readonly startOursOn: (platform: Platform) => StartOurs;
  readonly onClose: (undo: () => Promise<void>) => void;
}

/** The platform with a busy client, whose partner_admin is the first person, and other clients. */
export async function openCapacityBench({ client, startOursOn, onClose }: Opening): Promise<Bench> {
  const platform = await startPlatform({ onClose });
  const db = new Client({ connectionString: platform.storeSuperuserUrl });
  await db.connect();
  for (const statement of PLANT) await db.query(statement);
  await db.end();
  return { platform, client, startOurs: startOursOn(platform) };
}

const leases = (clientId: string, from: number, to: number): string => `
  INSERT INTO capacity_leases (client_id, data_env, source, holder, slot, project_id, is_inbound, is_waiting, expires_at)
  SELECT ${clientId}, 'prod', CASE WHEN n % 2 = 0 THEN 'call' ELSE 'dial' END, 'holder-' || n, 1, 'project-' || n % ${PROJECTS},
         n % 2 = 0, n % 20 = 0, now() + interval '1 day'
    FROM generate_series(${from}, ${to}) n`;

const PLANT = [
  `INSERT INTO capacity_limits (client_id, data_env, project_id, concurrency_limit, reserved_inbound)
   SELECT 'client-1', 'prod', '', 2000, 200
    UNION ALL SELECT 'client-1', 'prod', 'project-' || n, 50, 5 FROM generate_series(0, ${PROJECTS - 1}) n`,
  leases(`'client-1'`, 1, CALLS_IN_PROGRESS),
  leases(`'client-' || 2 + n % ${NEIGHBOURS}`, CALLS_IN_PROGRESS + 1, 2 * CALLS_IN_PROGRESS),
  `INSERT INTO capacity_blocks (client_id, data_env, minute, project_id, blocked)
   SELECT 'client-1', 'prod', date_trunc('minute', now()) - m * interval '1 minute', 'project-' || p, 3
     FROM generate_series(0, 59) m, generate_series(0, 9) p`,
  'CHECKPOINT',
  'VACUUM (ANALYZE) capacity_limits, capacity_leases, capacity_blocks',
];
