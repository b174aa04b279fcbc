import { describe, expect, it } from 'vitest';
import { withClient } from '../../../../test/support/databases.js';
import { useMetadataConnections } from '../../../../test/support/metadata-connections.js';
import { openSystemPool } from './data-source-options.js';
import { MetadataHealth } from './metadata-health.js';
import type { SystemPool } from './metadata-pool.js';
import { SystemQueries } from './system-queries.js';

// operations 1.3
describe('the health of the metadata store', () => {
  const connections = useMetadataConnections();

  const healthBy = (pool: SystemPool): MetadataHealth => new MetadataHealth(new SystemQueries(pool));
  /** Switches writes off, or on again, for new connections. */
  const isWritableWith = async (readOnly: 'on' | 'off'): Promise<boolean> => {
    await withClient(connections.databases.superuser.metadataUrl, async (client) => {
      const { rows } = await client.query<{ name: string }>('SELECT current_database() AS name');
      await client.query('SET default_transaction_read_only = off');
      await client.query(`ALTER DATABASE ${rows[0]!.name} SET default_transaction_read_only = ${readOnly}`);
    });
    const pool = openSystemPool(connections.settings.metadata, connections.pool);
    try {
      return await healthBy(pool).isWritable();
    } finally {
      await pool.end();
    }
  };

  it('shows whether the store accepts writes', async () => {
    expect(await isWritableWith('on')).toBe(false);
    expect(await isWritableWith('off')).toBe(true);
  });

  it('shows for each table whether it exists', async () => {
    const names = ['tenant_routes', 'no_such_table', 'Odd "name"'] as const;
    expect(await healthBy(connections.system).tablesExist(names)).toEqual({
      tenant_routes: true,
      no_such_table: false,
      'Odd "name"': false,
    });
  });

  it('is a 503 where the store does not answer', async () => {
    await connections.proxy.become('refuse');
    const health = healthBy(connections.system);
    await expect(health.isWritable()).rejects.toMatchObject({ entry: { status: 503 } });
    await expect(health.tablesExist(['tenant_routes'])).rejects.toMatchObject({ entry: { status: 503 } });
  });
});
