import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withReader } from '../../src/operations/connection/owner-connection.js';
import { movedTables } from '../../src/operations/moves/rows.js';
import { useTestDatabases, withClient } from '../support/databases.js';

const GUIDE = readFileSync(join(resolve(import.meta.dirname, '../..'), 'docs/operations.md'), 'utf8');
/** Rows of the guide's table on moving a tenant: the table, and what to do with its rows. */
const SECTION = /## Tenant routes and stores\n(.*?)\n## /s.exec(GUIDE)?.[1] ?? '';
const MOVED = new Map(
  [...SECTION.matchAll(/^\| `(\w+)` +\| (copy|leave)\b.*\|$/gm)].map(([, table = '', what = '']) => [
    table,
    what,
  ]),
);

describe("the guide's table of what moves with a tenant", () => {
  const databases = useTestDatabases();
  const names = (condition: string): Promise<string[]> =>
    withClient(databases.superuser.storeUrls.get('store-a')!, async (client) => {
      const { rows } = await client.query<{ name: string }>(
        `SELECT relname AS name FROM pg_class t
          WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
            AND relname <> 'migrations' AND ${condition} ORDER BY relname`,
      );
      return rows.map(({ name }) => name);
    });

  // A table missing here would be left behind. A lost opt-out means that a person is called again.
  it('names every table of a store', async () => {
    expect([...MOVED.keys()].toSorted()).toEqual(await names('true'));
  });

  // operations 9.1
  it('copies the tables that move-tenant moves, and leaves the others', async () => {
    const moved = await withReader(databases.superuser.storeUrls.get('store-a')!, movedTables);
    const copied = [...MOVED].filter(([, what]) => what === 'copy').map(([table]) => table);
    expect(copied.toSorted()).toEqual(moved.map(({ name }) => name).toSorted());
  });

  it('leaves no table behind that has rows of tenants except fences, which belong to a store', async () => {
    const left = [...MOVED].filter(([, what]) => what === 'leave').map(([table]) => table);
    const ofTenants = await names(
      `EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = t.oid AND a.attname = 'client_id')`,
    );
    expect(left.filter((table) => ofTenants.includes(table))).toEqual(['tenant_fences']);
  });
});
