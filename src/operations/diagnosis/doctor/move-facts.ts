import type { MoveRow } from '../../../features/tenant-moves/rules/moves.policy.js';
import { isHeldByCommand } from '../../connection/only-command.js';
import { withReader } from '../../connection/owner-connection.js';
import type { MoveSlot, MovingStore } from './move-findings.policy.js';

const SLOTS = `
  SELECT slot_name AS name, active,
         coalesce(pg_wal_lsn_diff(CASE WHEN NOT pg_is_in_recovery() THEN pg_current_wal_lsn() END, restart_lsn), 0)::float8
           AS "heldBytes"
    FROM pg_replication_slots WHERE database = current_database() AND starts_with(slot_name, 'move_') ORDER BY 1`;

const SUBSCRIPTIONS = `
  SELECT subname AS name FROM pg_subscription
   WHERE subdbid = (SELECT oid FROM pg_database WHERE datname = current_database()) AND starts_with(subname, 'move_')
   ORDER BY 1`;

/**
 * Finds in a store what moves have left there, and on which of them a command works.
 * @returns nothing if it does not answer: another part says so
 */
export async function movingStore(
  storeId: string,
  url: string,
  open: readonly MoveRow[],
): Promise<readonly MovingStore[]> {
  try {
    const store = await withReader(url, async (db) => {
      const [setting] = await db.query<{ level: string }>(`SELECT current_setting('wal_level') AS level`);
      const worked: string[] = [];
      for (const move of open.filter((it) => it.source_store === storeId))
        if (await isHeldByCommand(db, { clientId: move.client_id, dataEnv: move.data_env }))
          worked.push(move.move_id);
      return {
        storeId,
        walLevel: setting!.level,
        slots: await db.query<MoveSlot & Record<string, unknown>>(SLOTS),
        subscriptions: (await db.query<{ name: string }>(SUBSCRIPTIONS)).map(({ name }) => name),
        worked,
      };
    });
    return [store];
  } catch {
    return [];
  }
}
