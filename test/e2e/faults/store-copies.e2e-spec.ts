import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemContext } from '../../../src/core/shared/auth-context.js';
import type { AuthContext } from '../../../src/core/shared/auth-context.js';
import { PlatformError } from '../../../src/core/shared/platform-error.js';
import type { CopiedRow } from '../../../src/core/database/stores/copy-out.js';
import type { LeasedConnection } from '../../../src/core/database/stores/leased-connection.js';
import { StoreRegistry } from '../../../src/core/database/stores/store-registry.js';
import { TenantStores } from '../../../src/core/database/stores/tenant-stores.js';
import { punctually, useTestApp } from '../../support/app.js';
import { withClient } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { watchForCrashes } from './probing.js';

const DEADLINE_MS = 30_000;
const ROWS = 20_000;
const statement = (text: string, ...values: unknown[]) => ({ name: '', text, values });

/** About 40 MB: more than sockets and blocks can hold. */
const MANY = statement(
  `SELECT i::text, decode(repeat(lpad(to_hex(i % 256), 2, '0'), 2000), 'hex') FROM generate_series(1, ${ROWS}) i`,
);

describe('rows that are copied out of a tenant store', () => {
  const test = useTestApp({
    settings: (base) => ({ ...base, tenantStores: { ...punctually(base).tenantStores, poolMax: 2 } }),
  });
  let auth: AuthContext;
  const crashes = watchForCrashes();

  const stream = <T>(work: (db: LeasedConnection) => Promise<T>): Promise<T> =>
    test.app.get(TenantStores).stream(auth, () => undefined, DEADLINE_MS, work);
  const isServed = async (): Promise<boolean> =>
    stream(async (db) => (await db.query({ ...statement('SELECT 1 AS one'), ofStore: true })).length === 1);
  const leased = (): number => {
    const { total, idle } = test.app.get(StoreRegistry).get('store-a')!.gauge();
    return total - idle;
  };

  beforeAll(async () => {
    auth = systemContext(await test.world.aTenant(), 'test');
    // On a busy machine, the first connection may take longer than the limit for stores.
    await eventually(async () => expect(await isServed()).toBe(true));
  });
  afterAll(async () => {
    crashes.stop();
  });

  it('have the values of the statement, bytes as they are, and what is null', async () => {
    const hostile = `it's "$1"; \\ ', \n'`;
    const at = new Date('2026-10-01T12:34:56.789Z');
    const rows: CopiedRow[] = [];
    await stream(async (db) => {
      const all = statement(
        `SELECT $3, $4, NULL::text, ($5 AT TIME ZONE 'UTC')::text, array_to_string($6, '|'), $7::text, $1,
                current_setting('app.client_id')`,
        ...[hostile, Buffer.of(0, 255, 92, 10), at, ['a,b', '"c"', '}'], true],
      );
      for await (const block of db.copy(all)) rows.push(...block);
    });
    expect(rows).toHaveLength(1);
    const [text, bytes, nothing, ...others] = rows[0]!;
    expect([text?.toString(), bytes, nothing]).toEqual([hostile, Buffer.of(0, 255, 92, 10), null]);
    expect(others.map(String)).toEqual([
      '2026-10-01 12:34:56.789',
      'a,b|"c"|}',
      'true',
      auth.clientId,
      auth.clientId,
    ]);
  });

  it('are none of a statement that finds none', async () => {
    const blocks: unknown[] = [];
    await stream(async (db) => {
      for await (const block of db.copy(statement('SELECT 1 WHERE false'))) blocks.push(block);
    });
    expect(blocks).toEqual([]);
  });

  // Fails if a row shares its memory with later data, or if the store is not made to wait.
  it('stay as they came, in order, however slowly they are taken', async () => {
    let last = 0;
    let largest = 0;
    await stream(async (db) => {
      for await (const block of db.copy(MANY)) {
        largest = Math.max(largest, block.length);
        for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate);
        for (const [index, bytes] of block) {
          last += 1;
          if (Number(index) !== last || !bytes?.equals(Buffer.alloc(2000, last % 256))) {
            throw new Error(`Row ${last} is another.`);
          }
        }
      }
    });
    expect(last).toBe(ROWS);
    // A block of 128 KiB, and the data in one read from the socket.
    expect(largest).toBeLessThanOrEqual(150);
  });

  it('end with the error of the server, and the connection serves the next', async () => {
    const failing = statement(`SELECT (1 / (${ROWS / 2} - i))::text FROM generate_series(1, ${ROWS}) i`);
    let rows = 0;
    const reading = stream(async (db) => {
      for await (const block of db.copy(failing)) rows += block.length;
    });
    await expect(reading).rejects.toThrow('division by zero');
    expect(rows).toBeLessThan(ROWS);
    expect(await isServed()).toBe(true);
    expect(leased()).toBe(0);
  });

  it('are left in the middle without harm', async () => {
    for (let round = 0; round < 3; round += 1) {
      const reading = stream(async (db) => {
        for await (const block of db.copy(MANY)) if (block.length > 0) throw new Error('enough');
      });
      await expect(reading).rejects.toThrow('enough');
    }
    await eventually(() => expect(leased()).toBe(0));
    expect(await isServed()).toBe(true);
    expect(crashes.seen).toEqual([]);
  });

  it('end in 503 when the backend is killed in the middle, and not in the process', async () => {
    const reading = stream(async (db) => {
      for await (const block of db.copy(MANY)) {
        if (block.length === 0) continue;
        await withClient(test.databases.superuser.storeUrls.get('store-a')!, (client) =>
          client.query(
            `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
              WHERE datname = current_database() AND application_name = 'telephony-platform'`,
          ),
        );
      }
    }).then(
      () => 200,
      (error: unknown) => (error instanceof PlatformError ? error.entry.status : error),
    );
    expect(await reading).toBe(503);
    await eventually(() => expect(leased()).toBe(0));
    expect(await isServed()).toBe(true);
    expect(crashes.seen).toEqual([]);
  });
});
