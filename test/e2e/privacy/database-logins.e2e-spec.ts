import { describe, expect, inject, it } from 'vitest';
import { withClient } from '../../support/databases.js';

/**
 * For each login, the databases of `npm start` that it may connect to: docs/operations.md,
 * "Logins".
 */
const ENTERS: Readonly<Record<string, readonly string[]>> = {
  telephony_main: ['metadata'],
  telephony_worker: ['metadata'],
  telephony_operator: ['metadata'],
  telephony_owner: ['metadata', 'store_a', 'store_b'],
  telephony_store: ['store_a', 'store_b'],
};

const MAY_ENTER = `
  SELECT datname::text AS name FROM pg_database
   WHERE datname IN ('metadata', 'store_a', 'store_b') AND has_database_privilege($1, oid, 'CONNECT')
   ORDER BY 1`;

describe('the databases of one server', () => {
  // Fails if a login may enter a database because every login of the server may.
  it.each(Object.entries(ENTERS))('let %s enter %j alone', async (login, databases) => {
    const rows = await withClient(
      inject('fixture').superuserUrl,
      async (client) => (await client.query<{ name: string }>(MAY_ENTER, [login])).rows,
    );
    expect(rows.map(({ name }) => name)).toEqual(databases);
  });
});
