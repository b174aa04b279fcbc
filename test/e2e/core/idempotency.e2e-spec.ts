import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { gate, WorkPlace } from './work-place.js';

describe('@Idempotent', () => {
  const place = new WorkPlace();

  beforeAll(() => place.open());
  afterAll(() => place.close());
  beforeEach(() => place.newTenant());

  // Fails if the key is looked up and then inserted in two statements. requests 5.3
  it('does the work once when 50 requests with one key come at once to two processes', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        place.post('header', { amount: 1 }, 'one', place.key, i % 2 === 0 ? place.test : place.second),
      ),
    );
    expect(await place.effects()).toEqual([1]);
    const done = answers.filter(({ status }) => status === 201);
    const waiting = answers.filter(({ status }) => status === 409);
    expect(done.length).toBeGreaterThan(0);
    expect(done.length + waiting.length).toBe(50);
    expect(done.filter(({ headers }) => headers['idempotent-replayed'] === undefined)).toHaveLength(1);
    for (const { headers, body } of waiting) {
      expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
      expect(body).toMatchObject({ error: { code: 'conflict', status: 409 } });
    }
  });

  // requests 5.3
  it('repeats status and body to the letter, and says so', async () => {
    const first = await place.post('header', { amount: 2 }, 'again');
    const replay = await place.post('header', { amount: 2 }, 'again', place.key, place.second);
    expect(first.status).toBe(201);
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    expect(replay.status).toBe(201);
    expect(replay.text).toBe(first.text);
    expect(replay.headers['idempotent-replayed']).toBe('true');
    expect(await place.effects()).toEqual([2]);
  });

  it.each([
    ['another body', { amount: 4 }, 'either/a'],
    ['the same fields written otherwise', { idempotency_key: 'reused', amount: 3 }, 'either/a'],
    ['another path', { amount: 3 }, 'either/b'],
    ['another query', { amount: 3 }, 'either/a?x=1'],
  ])('answers 422 idempotency_key_reuse to a used key with %s', async (_, body, path) => {
    expect((await place.post('either/a', { amount: 3 }, 'reused')).status).toBe(200);
    const reused = await place.post(path, body, 'reused');
    expect(reused.status).toBe(422);
    expect(reused.body).toMatchObject({ error: { code: 'idempotency_key_reuse' }, status_code: 422 });
    expect(await place.effects()).toEqual([3]);
  });

  // Fails if a key that is used again for a later edit is answered with the earlier one, as if it
  // were saved. requests 5.4; errors 3.2
  it('answers 422 idempotency_key_reuse to a used key with another If-Match', async () => {
    const send = (etag: string) => place.post('header', { amount: 30 }, 'guarded-edit').set('If-Match', etag);
    expect((await send('"a"')).status).toBe(201);
    expect((await send('"b"')).status).toBe(422);
    expect((await send('"a"')).headers['idempotent-replayed']).toBe('true');
  });

  // requests 5.4
  it('answers 422 while the first request with another body is still at work', async () => {
    const open = gate(5);
    const first = place.post('header', { amount: 5 }, 'busy').then((answer) => answer);
    await expect.poll(() => place.records()).toBe(1);
    expect((await place.post('header', { amount: 6 }, 'busy')).status).toBe(422);
    expect((await place.post('header', { amount: 5 }, 'busy')).status).toBe(409);
    open();
    expect((await first).status).toBe(201);
    expect(await place.effects()).toEqual([5]);
  });

  // requests 5.6
  it("keeps one caller's keys apart from another's, another operation's and another tenant's", async () => {
    const colleague = await place.test.world.aKey(place.tenant, 'full-access');
    const stranger = await place.test.world.aTenant();
    const strangersKey = await place.test.world.aKey(stranger, 'full-access');
    expect((await place.post('header', { amount: 7 }, 'shared')).status).toBe(201);
    expect((await place.post('header', { amount: 8 }, 'shared', colleague)).status).toBe(201);
    expect((await place.post('header', { amount: 9 }, 'shared', strangersKey)).status).toBe(201);
    expect((await place.post('optional', { amount: 10 }, 'shared')).status).toBe(200);
    expect(await place.effects()).toEqual([7, 8, 10]);
    expect(await place.effects(stranger)).toEqual([9]);
  });

  // requests 5.7
  it('gives the key back after a failure and after a refused body', async () => {
    expect((await place.post('header', { amount: -1 }, 'failing')).status).toBe(409);
    expect((await place.post('header', { amount: 'x' }, 'failing')).status).toBe(422);
    expect(await place.records()).toBe(0);
    expect((await place.post('header', { amount: 11 }, 'failing')).status).toBe(201);
    expect(await place.effects()).toEqual([11]);
  });

  // requests 5.2
  it('answers 400 in the envelope of the route for a key that is missing or malformed', async () => {
    const missing = await place.post('header', { amount: 12 });
    expect(missing.status).toBe(400);
    expect(missing.body).toMatchObject({
      error: {
        code: 'validation_failed',
        details: {
          field_errors: [
            {
              field: 'Idempotency-Key',
              message: expect.stringMatching(/^is required: .* without spaces\. Generate one/) as string,
              code: 'missing',
            },
          ],
        },
      },
    });
    expect((await place.post('header', { amount: 12 }, 'k'.repeat(129))).status).toBe(400);
    expect((await place.post('either/a', { amount: 12, idempotency_key: 'a b' })).status).toBe(400);
    expect((await place.post('either/a', { amount: 12, idempotency_key: 'a' }, 'b')).status).toBe(400);
    expect(await place.effects()).toEqual([]);
    expect(await place.records()).toBe(0);
  });

  // requests 5.1
  it('takes the key from the body as from the header', async () => {
    const body = { amount: 13, idempotency_key: 'in-body' };
    expect((await place.post('either/a', body)).status).toBe(200);
    expect((await place.post('either/a', body)).headers['idempotent-replayed']).toBe('true');
    expect((await place.post('either/a', body, 'in-body')).headers['idempotent-replayed']).toBe('true');
    expect(await place.effects()).toEqual([13]);
  });

  // requests 5.2
  it('does the work every time where the key is optional and left out', async () => {
    await place.post('optional', { amount: 14 });
    await place.post('optional', { amount: 14 });
    expect(await place.effects()).toEqual([14, 14]);
    expect(await place.records()).toBe(0);
  });

  // Fails if the store is consulted before the scope checks: a replay would be an oracle. requests
  // 5.12
  it('looks nothing up for callers who may not use the route', async () => {
    const outsider = await place.test.world.aKey(place.tenant, 'read-only');
    await place.post('header', { amount: 15 }, 'guarded');
    const refused = await place.post('header', { amount: 15 }, 'guarded', outsider);
    expect(refused.status).toBe(404);
    expect(refused.headers['idempotent-replayed']).toBeUndefined();
    expect(await place.records()).toBe(1);
  });

  it('is a 500 when a route does not complete what it reserved', async () => {
    expect((await place.post('forgetful', { amount: 18 }, 'forgotten')).status).toBe(500);
    expect(await place.records()).toBe(0);
  });
});
