import { describe, expect, it } from 'vitest';
import { useMetadataConnections } from '../../../../test/support/metadata-connections.js';
import { METADATA_WAITS } from '../../../config/settings.js';
import { StoreUnavailableError } from '../driver/driver-errors.js';
import type { LeasedClient, MetadataPool } from './metadata-pool.js';

const ask = async (pool: MetadataPool): Promise<unknown> => {
  const client = await pool.connect();
  try {
    return (await client.query<object>('SELECT 1 AS it')).rows[0];
  } finally {
    client.release();
  }
};
/** A lease obtained in the way TypeORM does. */
const leasedBack = (pool: MetadataPool): Promise<LeasedClient> =>
  new Promise((resolve, reject) => {
    pool.connect((error, client) => (client ? resolve(client) : reject(error!)));
  });

// operations 6.2
describe('the pools of the metadata store', () => {
  const connections = useMetadataConnections((base) => ({ ...base, ...METADATA_WAITS, poolMax: 10 }));

  it('are two, of which requests of tenants have the larger share', () => {
    const { pool, system } = connections;
    expect([pool.options.max, system.options.max]).toEqual([6, 4]);
  });

  it('lease to a promise and to a callback', async () => {
    for (const pool of [connections.pool, connections.system]) {
      expect(await ask(pool)).toEqual({ it: 1 });
      const client = await leasedBack(pool);
      expect(pool.gauge()).toMatchObject({ waiting: 0, breakerOpen: false });
      client.release();
    }
  });

  it('outlive the death of a connection that is leased', async () => {
    const client = await connections.pool.connect();
    const ended = new Promise((resolve) => client.once('end', resolve));
    await connections.proxy.become('reset');
    await ended;
    await expect(client.query('SELECT 1')).rejects.toThrow();
    client.release(true);
    await connections.proxy.heal();
    await expect.poll(() => ask(connections.pool).catch(String)).toEqual({ it: 1 });
  });

  it('are refused together without a connection once three have failed, and answer again by themselves', async () => {
    const { pool, system, proxy } = connections;
    await proxy.become('refuse');
    while (!pool.gauge().breakerOpen) await expect(ask(pool)).rejects.toThrow();
    for (const refused of [ask(pool), ask(system), leasedBack(pool), leasedBack(system)]) {
      await expect(refused).rejects.toBeInstanceOf(StoreUnavailableError);
      await expect(refused).rejects.toThrow('is not queried until it responds to a ping');
    }
    await proxy.heal();
    for (const healed of [pool, system])
      await expect.poll(() => ask(healed).catch(String)).toEqual({ it: 1 });
    expect(pool.gauge().breakerOpen).toBe(false);
  });
});
