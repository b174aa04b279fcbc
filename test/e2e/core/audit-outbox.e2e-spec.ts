import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TallyPlace } from '../../support/tallies/tally-place.js';

// privacy section 8, for work in a tenant store
describe('an audit row of a tenant store', () => {
  const place = new TallyPlace();

  beforeAll(() => place.open());
  afterAll(() => place.close());
  beforeEach(() => place.newTenant());

  const trail = () =>
    place.test.world.sql<Record<string, unknown>>(
      'SELECT * FROM audit_events WHERE client_id = $1 ORDER BY event_id',
      [place.tenant.clientId],
    );

  it('says who, when and in which request, as one of the metadata store does', async () => {
    const answer = await place.post('add-new', { amount: 1 });
    const [waiting] = await place.inStore<{ event_id: string }>(
      'SELECT * FROM audit_outbox WHERE client_id = $1',
      [place.tenant.clientId],
    );
    await place.relay();
    const rows = await trail();
    expect(rows).toEqual([waiting]);
    expect(rows[0]).toMatchObject({
      client_id: place.tenant.clientId,
      data_env: place.tenant.dataEnv,
      occurred_at: place.clock.now(),
      action: 'test_tally.counted',
      outcome: 'success',
      actor_kind: 'api_key',
      scope: 'full-access',
      request_id: answer.headers['x-request-id'],
      metadata: { amount: 1 },
    });
    expect(await place.outbox()).toBe(0);
  });

  // Fails if the trail takes a row twice.
  it('arrives once, also when its relay died before it removed it', async () => {
    await place.post('add-new', { amount: 2 });
    const [row] = await place.inStore<object>(
      'SELECT to_jsonb(o) AS o FROM audit_outbox o WHERE client_id = $1',
      [place.tenant.clientId],
    );
    await place.relay();
    await place.inStore(
      'INSERT INTO audit_outbox SELECT * FROM jsonb_populate_record(NULL::audit_outbox, $1)',
      [JSON.stringify((row as { o: object }).o)],
    );
    expect(await place.outbox()).toBe(1);
    await place.relay();
    expect([await place.audited(), await place.outbox()]).toEqual([[2], 0]);
  });

  it('arrives once when four relays carry it at once, and in any number', async () => {
    await Promise.all(Array.from({ length: 5 }, (_, i) => place.post('add-new', { amount: i })));
    await place.inStore(
      `INSERT INTO audit_outbox SELECT client_id, data_env, uuidv7(), occurred_at, action, outcome, actor_kind, actor_id, scope,
              request_id, jsonb_build_object('amount', i) FROM audit_outbox, generate_series(5, 450) AS i
        WHERE client_id = $1 AND (metadata->>'amount')::integer = 0`,
      [place.tenant.clientId],
    );
    await Promise.all(Array.from({ length: 4 }, () => place.relay()));
    expect(await place.audited()).toEqual(Array.from({ length: 451 }, (_, i) => i));
    expect(await place.outbox()).toBe(0);
  });

  // Fails if the row is written outside the transaction.
  it('is not there where its work failed, and its work is not there where it failed', async () => {
    expect((await place.post('add', { amount: -3 }, 'failing')).status).toBe(409);
    expect(await place.outbox()).toBe(0);
    await place.inStore('ALTER TABLE audit_outbox ADD CONSTRAINT test_full CHECK (false) NOT VALID');
    expect((await place.post('add', { amount: 4 }, 'again')).status).toBe(500);
    await place.inStore('ALTER TABLE audit_outbox DROP CONSTRAINT test_full');
    expect([await place.effects(), await place.effectRows()]).toEqual([[], 0]);
    expect((await place.post('add', { amount: 4 }, 'again')).status).toBe(201);
    await place.relay();
    expect([await place.effects(), await place.audited()]).toEqual([[4], [4]]);
  });

  it('never changes, and belongs to its tenant', async () => {
    await place.post('add-new', { amount: 5 });
    const [rights] = await place.inStore<{ may: boolean }>(
      `SELECT has_table_privilege('telephony_app', 'audit_outbox', 'UPDATE') AS may`,
    );
    expect(rights).toEqual({ may: false });
    const own = place.tenant;
    await place.newTenant();
    await place.relay();
    expect(await place.audited()).toEqual([]);
    place.tenant = own;
    expect(await place.outbox()).toBe(1);
  });
});
