import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withClient } from '../../support/databases.js';
import type { TestApp } from '../../support/app.js';
import { holdNext } from '../../support/tallies/tallies.service.js';
import { TallyPlace } from '../../support/tallies/tally-place.js';

// requests section 5, for work with its effect in a tenant store
describe('a key whose holder is slow, and taken over', () => {
  const place = new TallyPlace();
  let second: TestApp;

  beforeAll(async () => {
    await place.open();
    second = await place.another();
  });
  afterAll(async () => {
    await second.close();
    await place.close();
  });
  beforeEach(() => place.newTenant());

  const isReplay = ({ headers }: { headers: Record<string, unknown> }): boolean =>
    headers['idempotent-replayed'] === 'true';

  const begin = (amount: number, path = 'add', app = place.test) =>
    place.post(path, { amount }, 'slow', app).then((answer) => answer);

  /** A request that waits here until its key becomes free. */
  async function aSlowOne(amount: number, stage: 'begun' | 'completed', path = 'add') {
    const gate = holdNext(amount, stage);
    const answer = begin(amount, path);
    await gate.reached;
    place.pastTheLock();
    return { answer, open: gate.open };
  }

  // Fails if the row has no key of its own, or when who meets it does not give its answer.
  it('gives the answer of the request that has done the work meanwhile', async () => {
    const slow = await aSlowOne(20, 'begun');
    const quick = await begin(20, 'add', second);
    slow.open();
    const late = await slow.answer;
    expect([quick.status, isReplay(quick)]).toEqual([201, false]);
    expect([late.status, isReplay(late), late.text]).toEqual([201, true, quick.text]);
    expect([await place.effects(), await place.effectRows()]).toEqual([[20], 1]);
  });

  // Fails if completing does not check whether the key is still held: the other request's row is
  // already gone. requests 5.9
  it('undoes its work when that of another one is settled already', async () => {
    const slow = await aSlowOne(21, 'begun');
    const quick = await begin(21, 'add', second);
    await place.relay();
    slow.open();
    const late = await slow.answer;
    expect([late.status, late.headers['retry-after']]).toEqual([409, '1']);
    expect(late.body).toMatchObject({ error: { code: 'test_tally_in_progress' } });
    expect([await place.effects(), await place.effectRows()]).toEqual([[21], 0]);
    const again = await begin(21);
    expect([isReplay(again), again.text]).toEqual([true, quick.text]);
    await place.relay();
    expect(await place.audited()).toEqual([21]);
  });

  // requests 5.9
  it('undoes its work when another one is still at work', async () => {
    const slow = await aSlowOne(22, 'begun');
    const gate = holdNext(22, 'begun');
    const quick = begin(22, 'add', second);
    await gate.reached;
    slow.open();
    expect((await slow.answer).status).toBe(409);
    gate.open();
    const done = await quick;
    expect([done.status, isReplay(done)]).toEqual([201, false]);
    expect([await place.effects(), await place.records()]).toEqual([[22], { completed: 1, open: 0 }]);
  });

  // Fails if the row is written after the question, or not at all before the commit.
  it('gives its own answer to both when it commits after another one has taken over', async () => {
    const slow = await aSlowOne(23, 'completed');
    const quick = begin(23, 'add', second);
    await expect.poll(waiting).toBe(1);
    slow.open();
    const [first, later] = [await slow.answer, await quick];
    expect([first.status, isReplay(first)]).toEqual([201, false]);
    expect([later.status, isReplay(later), later.text]).toEqual([201, true, first.text]);
    expect([await place.effects(), await place.records()]).toEqual([[23], { completed: 1, open: 0 }]);
    await place.relay();
    expect(await place.audited()).toEqual([23]);
  });

  // Fails if the question comes before the row: the key is lost in between.
  it('asks whether it still holds the key when its row is there', async () => {
    const gate = holdNext(25, 'counted');
    const slow = begin(25);
    await gate.reached;
    const [key] = await place.test.world.sql<{ operation: string; key_hash: Buffer; actor: string }>(
      'SELECT operation, key_hash, actor FROM idempotency_records WHERE client_id = $1',
      [place.tenant.clientId],
    );
    await withClient(place.test.databases.superuser.storeUrls.get('store-a')!, async (blocker) => {
      await blocker.query('BEGIN');
      await blocker.query(
        `INSERT INTO idempotency_effects VALUES ($1, $2, $3, $4, $5, uuidv7(), '', now(), now(), 200, '{}', '')`,
        [place.tenant.clientId, place.tenant.dataEnv, key!.operation, key!.key_hash, key!.actor],
      );
      gate.open();
      await expect.poll(waiting).toBe(1);
      await place.test.world.sql(
        'UPDATE idempotency_records SET lock_token = uuidv7() WHERE client_id = $1',
        [place.tenant.clientId],
      );
      await blocker.query('ROLLBACK');
    });
    expect((await slow).status).toBe(409);
    expect([await place.effects(), await place.effectRows()]).toEqual([[], 0]);
  });

  const waiting = async (): Promise<number> =>
    (
      await place.inStore(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      )
    ).length;

  // Fails if a request that took over answers with the conflict instead of the response to the
  // work.
  it('gives its answer also to one that took over and then found the work impossible', async () => {
    const slow = await aSlowOne(24, 'completed', 'add-new');
    const gate = holdNext(24, 'begun');
    const quick = begin(24, 'add-new', second);
    await gate.reached;
    slow.open();
    const first = await slow.answer;
    gate.open();
    const later = await quick;
    expect([first.status, isReplay(first)]).toEqual([202, false]);
    expect([later.status, isReplay(later), later.text]).toEqual([202, true, first.text]);
    expect(await place.effects()).toEqual([24]);
  });
});
