import { describe, expect, it, vi } from 'vitest';
import { useTestDatabases } from '../../../../test/support/databases.js';
import { perTest } from '../../../../test/support/frames.js';
import { StoreDeadlineError } from '../../shared/deadline.js';
import { MetadataClient } from './metadata-client.js';
import { prepareOpening } from './metadata-opening.js';

const TENANT = { clientId: 'client-7', dataEnv: 'staging' } as const;
const NOBODY = { client: '', environment: '' };
const WHO = `SELECT current_setting('app.client_id') AS client, current_setting('app.data_env') AS environment`;
const TRANSACTION = 'SELECT pg_current_xact_id()::text AS id';

describe('a client of the metadata store', () => {
  const databases = useTestDatabases();

  async function connected(settings: { readonly query_timeout?: number } = {}): Promise<MetadataClient> {
    const made = new MetadataClient({ connectionString: databases.metadataUrl, ...settings });
    // Its end is expected: it ends with its database.
    made.on('error', () => undefined);
    await made.connect();
    await prepareOpening(made);
    return made;
  }
  const client = perTest(() => connected());
  const asked = async (text: string): Promise<unknown> => (await client.query<object>(text)).rows[0];

  it('binds each statement to the tenant by itself, and none from then on', async () => {
    client.bindStatements(TENANT);
    for (const statement of [WHO, { name: 'who', text: WHO }])
      expect((await client.query<object>(statement)).rows).toEqual([
        { client: 'client-7', environment: 'staging' },
      ]);
    const [first, second] = [await asked(TRANSACTION), await asked(TRANSACTION)];
    expect(first).not.toEqual(second);
    client.unbind();
    expect(await asked(WHO)).toEqual(NOBODY);
  });

  it('passes values on after the binding', async () => {
    client.bindStatements(TENANT);
    const { rows } = await client.query<object>(`SELECT $1::integer + 1 AS sum, ${WHO.slice(7)}`, [41]);
    expect(rows).toEqual([{ sum: 42, client: 'client-7', environment: 'staging' }]);
  });

  it('keeps all statements of a transaction in one, which the first of them opens', async () => {
    client.beginTransaction(TENANT, 'write');
    const [first, second] = [await asked(TRANSACTION), await asked(TRANSACTION)];
    expect(first).toEqual(second);
    expect(await asked(WHO)).toEqual({ client: 'client-7', environment: 'staging' });
    await client.finish('COMMIT');
    expect(await asked(WHO)).toEqual(NOBODY);
  });

  // pg warns once in a process that its next version refuses a statement before the answer of another.
  it('sends statements one at a time where several are asked together', async () => {
    const warned = vi.spyOn(process, 'emitWarning');
    client.beginTransaction(TENANT, 'write');
    const texts = [TRANSACTION, WHO, 'SELECT pg_sleep(0.01)::text AS id', TRANSACTION];
    const [first, who, , last] = await Promise.all(texts.map(asked));
    expect(who).toEqual({ client: 'client-7', environment: 'staging' });
    expect(last).toEqual(first);
    await client.finish('COMMIT');

    const failing = [asked('SELECT 1 / 0'), asked('SELECT 1 AS it')];
    await expect(failing[0]).rejects.toMatchObject({ code: '22012' });
    expect(await failing[1]).toEqual({ it: 1 });
    expect(warned).not.toHaveBeenCalled();
    warned.mockRestore();
  });

  it('opens a snapshot that writes nothing', async () => {
    client.beginTransaction(TENANT, 'snapshot');
    expect(await asked('SHOW transaction_isolation')).toEqual({ transaction_isolation: 'repeatable read' });
    expect(await asked('SHOW transaction_read_only')).toEqual({ transaction_read_only: 'on' });
    await client.finish('COMMIT');
  });

  it.each([
    ['COMMIT', 1],
    ['ROLLBACK', 0],
  ] as const)('ends the transaction with %s', async (how, rows) => {
    await client.query('CREATE TEMPORARY TABLE effects (number integer)');
    client.beginTransaction(TENANT, 'write');
    await client.query('INSERT INTO effects VALUES (1)');
    await client.finish(how);
    expect(await asked('SELECT count(*)::integer AS rows FROM effects')).toEqual({ rows });
  });

  it('sends nothing for a transaction in which nothing was asked', async () => {
    client.beginTransaction(TENANT, 'write');
    await client.finish('COMMIT');
    expect(await asked('SELECT now() = statement_timestamp() AS "isAlone"')).toEqual({ isAlone: true });
    expect(await asked(WHO)).toEqual(NOBODY);
  });

  // PostgreSQL answers ROLLBACK to such a COMMIT, and no error.
  it('fails to commit a transaction of which a statement has failed', async () => {
    client.beginTransaction(TENANT, 'write');
    await expect(client.query('SELECT 1 / 0')).rejects.toMatchObject({ code: '22012' });
    await expect(client.finish('COMMIT')).rejects.toThrow(Error);
    expect(await asked('SELECT 1 AS it')).toEqual({ it: 1 });
  });

  // operations 6.2
  it('is gone once a query has timed out, and says that the store was silent', async () => {
    const impatient = await connected({ query_timeout: 50 });
    const ended = new Promise((resolve) => impatient.once('end', resolve));
    const failed = impatient.query('SELECT pg_sleep(60)');
    await expect(failed).rejects.toBeInstanceOf(StoreDeadlineError);
    await expect(failed).rejects.toMatchObject({ isSilent: true });
    await ended;
    await expect(impatient.query('SELECT 1')).rejects.toThrow();
  });

  // operations 6.4
  it('is gone once a living server has refused what another one may do', async () => {
    const ended = new Promise((resolve) => client.once('end', resolve));
    await client.query('SET default_transaction_read_only = on');
    await expect(client.query('DELETE FROM idempotency_records')).rejects.toMatchObject({ code: '25006' });
    await ended;
  });

  it('stays for what is wrong with a statement alone', async () => {
    await expect(client.query('SELECT no_such_column')).rejects.toMatchObject({ code: '42703' });
    expect(await asked('SELECT 1 AS it')).toEqual({ it: 1 });
  });
});
