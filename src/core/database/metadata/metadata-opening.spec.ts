import { Client } from 'pg';
import { describe, expect, it } from 'vitest';
import { useTestDatabases } from '../../../../test/support/databases.js';
import { perTest } from '../../../../test/support/frames.js';
import { openingFor, prepareOpening } from './metadata-opening.js';

const TENANT = { clientId: 'client-7', dataEnv: 'staging' } as const;

describe('what opens a statement of the metadata store', () => {
  const databases = useTestDatabases();
  const client = perTest(async () => {
    const connected = new Client({ connectionString: databases.metadataUrl });
    // Its end is expected: it ends with its database.
    connected.on('error', () => undefined);
    await connected.connect();
    return connected;
  });

  it('begins a transaction where one is asked for, and names the tenant and how to plan', () => {
    const statement = { text: 'SELECT 1' };
    expect(openingFor(TENANT, statement, null)).toEqual([
      { name: 'metadata_bind', values: ['client-7', 'staging', 'auto'] },
    ]);
    expect(openingFor(TENANT, { ...statement, keepsPlan: true }, 'write')).toEqual([
      { name: 'metadata_begin', values: [] },
      { name: 'metadata_bind', values: ['client-7', 'staging', 'force_generic_plan'] },
    ]);
  });

  it('is prepared on a connection, which is left without transaction and tenant', async () => {
    await prepareOpening(client);
    const { rows } = await client.query<{ name: string }>(
      'SELECT name FROM pg_prepared_statements ORDER BY name',
    );
    expect(rows.map(({ name }) => name)).toEqual([
      'metadata_begin',
      'metadata_begin_snapshot',
      'metadata_bind',
    ]);
    const { rows: left } = await client.query(
      `SELECT current_setting('app.client_id', true) AS client, pg_current_xact_id_if_assigned() AS transaction,
              now() = statement_timestamp() AS "isAlone"`,
    );
    expect(left).toEqual([{ client: '', transaction: null, isAlone: true }]);
    await client.end();
  });
});
