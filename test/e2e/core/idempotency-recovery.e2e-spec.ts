import { createSecretKey, hash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AuthContext } from '../../../src/core/shared/auth-context.js';
import { IdempotencyRecords } from '../../../src/core/idempotency/idempotency-records.js';
import { ReapIdempotencyJob } from '../../../src/core/idempotency/idempotency.job.js';
import { beginFingerprint } from '../../../src/core/idempotency/fingerprint.js';
import type { Reservation } from '../../../src/core/database/unit-of-work/reservation.js';
import type { RecordKey } from '../../../src/core/database/unit-of-work/reservation.js';
import { MetadataStore } from '../../../src/core/database/metadata/metadata-store.js';
import { WorkPlace } from './work-place.js';
import { EXPORT_ERRORS } from '../../../src/features/calls/calls.errors.js';
import { CALL_ACTIONS } from '../../../src/features/calls/calls.audit.js';

describe('a record of an idempotency key', () => {
  const place = new WorkPlace();

  beforeAll(() => place.open());
  afterAll(() => place.close());
  beforeEach(() => place.newTenant());

  const keyId = async (): Promise<string> => {
    const rows = await place.test.world.sql<{ key_id: string }>(
      `SELECT key_id FROM api_keys WHERE client_id = $1 AND scope = 'full-access'`,
      [place.tenant.clientId],
    );
    return rows[0]!.key_id;
  };

  // requests 5.8
  it('frees a key after a day, and the reaper removes what is left of it', async () => {
    await place.post('header', { amount: 16 }, 'daily');
    place.clock.advance(24 * 3_600_000 - 1);
    expect((await place.post('header', { amount: 17 }, 'daily')).status).toBe(422);
    const reaper = new ReapIdempotencyJob(place.test.app.get(IdempotencyRecords));
    await reaper.handle();
    expect(await place.records()).toBe(1);
    place.clock.advance(1);
    expect((await place.post('header', { amount: 17 }, 'daily')).status).toBe(201);
    expect(await place.effects()).toEqual([16, 17]);
    place.clock.advance(24 * 3_600_000);
    await reaper.handle();
    expect(await place.records()).toBe(0);
  });

  describe('after a process died at work', () => {
    const orphan = async (amount: number, idempotencyKey: string): Promise<Reservation> => {
      const record: RecordKey = {
        ...place.tenant,
        operation: 'test.header',
        keyHash: hash('sha256', idempotencyKey, 'buffer'),
        actor: `api_key ${await keyId()}`,
      };
      const fingerprint = beginFingerprint(
        createSecretKey(place.test.settings.apiKeys.pepper),
        'POST',
        '/test/chores/header',
      )
        .update(JSON.stringify({ amount }))
        .digest();
      const standing = await place.test.app.get(IdempotencyRecords).reserve(record, fingerprint, {
        status: 201,
        isPlain: false,
        effectIn: 'metadata',
        inProgress: EXPORT_ERRORS.inProgress,
      });
      if (standing.kind !== 'reserved') throw new Error('The key was to be free.');
      return standing.reservation;
    };

    // requests 5.5, 5.9
    it('holds the key until its deadline and then lets a repetition do the work', async () => {
      await orphan(20, 'orphan');
      const early = await place.post('header', { amount: 20 }, 'orphan');
      expect(early.status).toBe(409);
      expect(early.headers['retry-after']).toBe('1');
      place.clock.advance(4_000);
      expect((await place.post('header', { amount: 20 }, 'orphan')).headers['retry-after']).toBe('4');
      place.clock.advance(5_999);
      expect((await place.post('header', { amount: 20 }, 'orphan')).headers['retry-after']).toBe('1');
      place.clock.advance(1);
      expect((await place.post('header', { amount: 21 }, 'orphan')).status).toBe(422);
      expect((await place.post('header', { amount: 20 }, 'orphan')).status).toBe(201);
      expect(await place.effects()).toEqual([20]);
    });

    // Fails if completion does not look at the lock: both would have done the work. requests 5.9
    it('undoes the work of a process that was only slow, once another has taken over', async () => {
      const slow = await orphan(22, 'slow');
      place.clock.advance(10_000);
      expect((await place.post('header', { amount: 22 }, 'slow')).status).toBe(201);
      const auth: AuthContext = {
        ...place.tenant,
        scope: 'full-access',
        principal: {
          kind: 'api_key',
          id: await keyId(),
          description: '',
          createdBy: 'test',
          expiresAt: null,
          organisationId: null,
        },
      };
      const late = place.test.app.get(MetadataStore).transaction(auth, async (tx) => {
        await tx.audit({
          action: CALL_ACTIONS.piiAccessRecorded,
          outcome: 'success',
          metadata: { amount: 22 },
        });
        return tx.complete(slow, {});
      });
      await expect(late).rejects.toMatchObject({ entry: EXPORT_ERRORS.inProgress, retryAfterSeconds: 1 });
      expect(await place.effects()).toEqual([22]);
    });
  });

  describe('with a streamed body', () => {
    const stream = (text: string, idempotencyKey = 'stream') =>
      place.test
        .request()
        .post('/test/chores/streamed')
        .set('X-API-Key', place.key)
        .set('Idempotency-Key', idempotencyKey)
        .type('application/x-ndjson')
        .send(text);

    // requests 5.3
    it('repeats the answer with its headers, and tells another body apart', async () => {
      const first = await stream('{"a":1}\n');
      expect(first.body).toEqual({ bytes: 8 });
      const replay = await stream('{"a":1}\n');
      expect(replay.headers['idempotent-replayed']).toBe('true');
      expect(replay.headers['x-bytes']).toBe('8');
      expect(replay.body).toEqual({ bytes: 8 });
      expect((await stream('{"a":2}\n')).status).toBe(422);
      expect(await place.effects()).toEqual([8]);
    });

    it('does not read a body beyond the limit to compare it', async () => {
      await stream('{"a":1}\n');
      expect((await stream('x'.repeat(5_000))).status).toBe(413);
    });
  });
});
