import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { timesBegun } from '../../support/tallies/tallies.service.js';
import { TallyPlace } from '../../support/tallies/tally-place.js';
import type { TestApp } from '../../support/app.js';

// requests section 5, for work with its effect in a tenant store
describe('a key whose effect lies in a tenant store', () => {
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

  // requests 5.3
  it('does the work once when 50 requests with one key come at once to two processes', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        place.post('add', { amount: 1 }, 'one', i % 2 === 0 ? place.test : second),
      ),
    );
    expect(await place.effects()).toEqual([1]);
    const done = answers.filter(({ status }) => status === 201);
    expect(done.length).toBeGreaterThan(0);
    expect(done.filter((answer) => !isReplay(answer))).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(50 - done.length);
    expect(new Set(done.map(({ text }) => text)).size).toBe(1);
  });

  // requests 5.3
  it.each([
    ['add', 201],
    ['add-new', 202],
  ])(
    'repeats status, body and headers of %s to the letter, at once and after its row is gone',
    async (path, status) => {
      const first = await place.post(path, { amount: 2 }, 'again');
      expect([first.status, isReplay(first)]).toEqual([status, false]);
      expect(await place.records()).toEqual({ completed: 1, open: 0 });
      const replay = await place.post(path, { amount: 2 }, 'again', second);
      await place.relay();
      expect(await place.effectRows()).toBe(0);
      const later = await place.post(path, { amount: 2 }, 'again');
      for (const answer of [replay, later]) {
        expect([answer.status, isReplay(answer), answer.text]).toEqual([status, true, first.text]);
        expect(answer.headers['x-amount']).toBe('2');
      }
      expect(await place.effects()).toEqual([2]);
      expect((await place.post(path, { amount: 3 }, 'again')).status).toBe(422);
    },
  );

  // requests 5.2
  it('is not needed where its route does not ask for one', async () => {
    expect((await place.post('add-new', { amount: 3 })).status).toBe(202);
    expect([await place.effects(), await place.effectRows(), await place.outbox()]).toEqual([[3], 0, 1]);
  });

  // requests 5.13
  it('keeps the answer sealed, unless its route says that nothing in it is personal', async () => {
    const bodies = async () =>
      (
        await place.inStore<{ response_body: string }>(
          'SELECT response_body FROM idempotency_effects WHERE client_id = $1',
          [place.tenant.clientId],
        )
      ).map((row) => row.response_body);
    await place.post('add', { amount: 4 }, 'sealed');
    expect(await bodies()).toEqual([expect.stringMatching(/^sealed:/)]);
    await place.relay();
    const plain = await place.post('add-new', { amount: 4_000 }, 'plain');
    expect(await bodies()).toEqual([plain.text]);
  });

  describe('whose process died between its commit and the completion of its record', () => {
    // Fails if a takeover does not check before it works: its work would be undone, but begun.
    // requests 5.5, 5.10
    it('is held until the deadline, and then a repetition gets the first answer', async () => {
      // Other files of this process have also started work of the same amount.
      const before = timesBegun(10);
      const first = await place.post('add', { amount: 10 }, 'crash');
      await place.forgetAnswers();
      expect((await place.post('add', { amount: 10 }, 'crash')).status).toBe(409);
      place.pastTheLock();
      const after = await place.post('add', { amount: 10 }, 'crash', second);
      expect([after.status, isReplay(after), after.text]).toEqual([201, true, first.text]);
      expect(after.headers['x-amount']).toBe('10');
      expect([await place.effects(), await place.records()]).toEqual([[10], { completed: 1, open: 0 }]);
      expect(timesBegun(10) - before).toBe(1);
    });

    it('is completed by the relay without a repetition', async () => {
      const first = await place.post('add', { amount: 11 }, 'crash');
      await place.forgetAnswers();
      await place.relay();
      expect([await place.records(), await place.effectRows()]).toEqual([{ completed: 1, open: 0 }, 0]);
      expect((await place.post('add', { amount: 11 }, 'crash')).text).toBe(first.text);
    });

    // Fails if the relay removes a row whose record was released in the meantime without completing
    // it.
    it('is completed by the relay where its record is gone', async () => {
      const first = await place.post('add', { amount: 12 }, 'crash');
      await place.test.world.sql('DELETE FROM idempotency_records WHERE client_id = $1', [
        place.tenant.clientId,
      ]);
      await place.relay();
      const after = await place.post('add', { amount: 12 }, 'crash');
      expect([isReplay(after), after.text]).toEqual([true, first.text]);
    });

    // Fails if a request that is the first of its record does not look at the row in its way.
    it('gives the first answer also to a request that knows nothing of an earlier one', async () => {
      const first = await place.post('add', { amount: 13 }, 'crash');
      await place.test.world.sql('DELETE FROM idempotency_records WHERE client_id = $1', [
        place.tenant.clientId,
      ]);
      const after = await place.post('add', { amount: 13 }, 'crash');
      expect([after.status, isReplay(after), after.text]).toEqual([201, true, first.text]);
      expect([await place.effects(), await place.records()]).toEqual([[13], { completed: 1, open: 0 }]);
    });

    // requests 5.4
    it('answers 422 to another body', async () => {
      await place.post('add', { amount: 14 }, 'crash');
      await place.forgetAnswers();
      place.pastTheLock();
      expect((await place.post('add', { amount: 15 }, 'crash')).status).toBe(422);
      // The record no longer identifies its request.
      await place.test.world.sql('UPDATE idempotency_records SET fingerprint = NULL WHERE client_id = $1', [
        place.tenant.clientId,
      ]);
      expect((await place.post('add', { amount: 15 }, 'crash')).status).toBe(422);
      expect(await place.records()).toEqual({ completed: 1, open: 0 });
      expect(isReplay(await place.post('add', { amount: 14 }, 'crash'))).toBe(true);
    });

    // requests 5.3, 5.4
    it('tells streamed bodies apart, which are known only at their end', async () => {
      const first = await place.stream('{"a":1}\n', 'crash');
      expect(first.status).toBe(200);
      await place.forgetAnswers();
      place.pastTheLock();
      const other = await place.stream('{"a":2}\n', 'crash');
      expect([other.status, other.body]).toMatchObject([422, { error: { code: 'idempotency_key_reuse' } }]);
      const same = await place.stream('{"a":1}\n', 'crash');
      expect([same.status, isReplay(same), same.text]).toEqual([200, true, first.text]);
      expect(await place.effects()).toEqual([8]);
    });
  });

  // requests 5.7
  it('is given back by a request that fails, also for another body', async () => {
    expect((await place.post('add', { amount: -1 }, 'failing')).status).toBe(409);
    expect((await place.post('add', { amount: 'x' }, 'failing')).status).toBe(422);
    const done = await place.post('add', { amount: 30 }, 'failing');
    expect([done.status, isReplay(done)]).toEqual([201, false]);
    expect([await place.effects(), await place.outbox()]).toEqual([[30], 1]);
    expect(await place.records()).toEqual({ completed: 1, open: 0 });
  });

  // requests 5.8
  it('is free after a day, also where its row still stands', async () => {
    const first = await place.post('add', { amount: 40 }, 'daily');
    await place.forgetAnswers();
    place.clock.advance(24 * 3_600_000 - 1);
    expect((await place.post('add', { amount: 40 }, 'daily')).text).toBe(first.text);
    await place.forgetAnswers();
    place.clock.advance(24 * 3_600_000);
    const next = await place.post('add', { amount: 41 }, 'daily');
    expect([next.status, isReplay(next)]).toEqual([201, false]);
    expect([await place.effects(), await place.effectRows()]).toEqual([[40, 41], 1]);
    expect((await place.post('add', { amount: 41 }, 'daily')).text).toBe(next.text);
  });

  it('does not get the answer of a row that is past its day', async () => {
    await place.post('add', { amount: 42 }, 'stale');
    await place.test.world.sql('DELETE FROM idempotency_records WHERE client_id = $1', [
      place.tenant.clientId,
    ]);
    place.clock.advance(24 * 3_600_000);
    await place.relay();
    expect([await place.effectRows(), await place.records()]).toEqual([0, { completed: 0, open: 0 }]);
  });

  // Fails if a route may complete in a store where a takeover does not look.
  it.each(['misplaced', 'unsaid'])(
    'is refused where a route completes it in the other store: %s',
    async (path) => {
      expect((await place.post(path, {}, 'elsewhere')).status).toBe(500);
      expect([await place.effects(), await place.outbox()]).toEqual([[], 0]);
    },
  );
});
