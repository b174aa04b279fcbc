import { beforeEach, describe, expect, it } from 'vitest';
import { withClient } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { perTest } from '../../support/frames.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { essence } from '../access/attempts.js';
import { anApiKeyFixture, auditOf, me, TERMS } from './api-key-calls.js';
import type { KeyBody } from './api-key-calls.js';

const ABSENT = '01a1fc18-07ee-741a-8538-e6c0e20e9fe1';

describe('an API key', () => {
  const clock = new TestClock();
  const test = useSharedApp({ clock });
  let key: KeyBody;

  const messageOf = (response: { body: unknown }): string =>
    (response.body as { error: { message: string } }).error.message;
  const after = (ms: number): string => new Date(clock.now().getTime() + ms).toISOString();

  const desk = perTest(() => anApiKeyFixture(test));
  beforeEach(async () => {
    key = await desk.made({ ...TERMS, scope: 'partner_admin', expires_at_utc: after(300_000) });
  });

  describe('rotated', () => {
    // An empty request is valid too: every field of the body is optional. partner 4.4, 4.5
    it.each([{}, { grace_seconds: 0 }, undefined])(
      'with %j gives way at once to one of the same terms',
      async (body) => {
        const response = await desk.rotate(key.key_id, body);
        const replacement = response.body as KeyBody;
        expect(response.status).toBe(200);
        expect(replacement).toMatchObject({
          description: 'CRM sync',
          scope: 'partner_admin',
          status: 'active',
          expires_at_utc: key.expires_at_utc,
          rotated_from_key_id: key.key_id,
          replaced_by_key_id: null,
          secret_available: true,
        });
        expect(await desk.item(key.key_id)).toMatchObject({
          status: 'revoked',
          replaced_by_key_id: replacement.key_id,
          grace_expires_at_utc: null,
          revoked_at_utc: clock.now().toISOString(),
          revoked_by: desk.user.userId,
        });
        await me(test, key.secret).expect(401);
        expect((await me(test, replacement.secret)).body).toMatchObject({ api_key_id: replacement.key_id });
      },
    );

    // partner 3.2, 4.5
    it('with a grace goes on beside its replacement until the grace ends, to the millisecond', async () => {
      const replacement = (await desk.rotate(key.key_id, { grace_seconds: 60 })).body as KeyBody;
      expect(await desk.item(key.key_id)).toMatchObject({
        status: 'grace',
        grace_expires_at_utc: after(60_000),
        replaced_by_key_id: replacement.key_id,
        revoked_at_utc: null,
        revoked_by: null,
      });
      clock.advance(59_999);
      await me(test, key.secret).expect(200);
      await me(test, replacement.secret).expect(200);
      clock.advance(1);
      await me(test, key.secret).expect(401);
      await me(test, replacement.secret).expect(200);
      expect(await desk.item(key.key_id)).toMatchObject({ status: 'expired', revoked_at_utc: null });
    });

    // partner 4.4, 6.6
    it('ends as asked, never where null is asked, and no later than the client lets keys live', async () => {
      const later = after(90 * 86_400_000);
      const next = (await desk.rotate(key.key_id, { expires_at_utc: later }).expect(200)).body as KeyBody;
      expect(next).toMatchObject({ expires_at_utc: later, rotated_from_key_id: key.key_id });
      const endless = (await desk.rotate(next.key_id, { expires_at_utc: null }).expect(200)).body as KeyBody;
      expect(endless.expires_at_utc).toBeNull();
      const past = await desk.rotate(endless.key_id, { expires_at_utc: after(-1) });
      expect([past.status, messageOf(past)]).toEqual([422, expect.stringContaining('in the future')]);
      await test.world.sql(
        `INSERT INTO tenant_key_settings (client_id, data_env, longest_lifetime_days, updated_by) VALUES ($1, $2, 30, 'test')`,
        [desk.tenant.clientId, desk.tenant.dataEnv],
      );
      const late = await desk.rotate(endless.key_id, { expires_at_utc: later });
      expect([late.status, messageOf(late)]).toEqual([
        422,
        expect.stringContaining('are valid for at most 30 days'),
      ]);
      const cut = (await desk.rotate(endless.key_id, { expires_at_utc: null }).expect(200)).body as KeyBody;
      expect(cut.expires_at_utc).toBe(after(30 * 86_400_000));
    });

    // partner 4.5
    it('with a grace that reaches beyond its expiry ends with its expiry', async () => {
      await desk.rotate(key.key_id, { grace_seconds: 604_800 }).expect(200);
      expect(await desk.item(key.key_id)).toMatchObject({ grace_expires_at_utc: key.expires_at_utc });
    });

    // partner 4.13
    it('is answered to a replay without the secret, and rotated once', async () => {
      const first = await desk.rotate(key.key_id, {}, 'once');
      const again = await desk.rotate(key.key_id, {}, 'once');
      expect(again.body).toEqual({ ...(first.body as KeyBody), secret: null, secret_available: false });
      expect(again.headers['idempotent-replayed']).toBe('true');
      expect(await desk.items()).toHaveLength(2);
    });

    // Fails if a key is read before it is locked: both would find it active and replace it. partner
    // 4.12
    it('by two at once has one replacement', async () => {
      const { metadataUrl } = test.databases.superuser;
      const answers = await withClient(metadataUrl, async (holder) => {
        await holder.query('BEGIN');
        await holder.query('SELECT 1 FROM api_keys WHERE key_id = $1 FOR UPDATE', [key.key_id]);
        const both = Promise.all([1, 2].map(() => desk.rotate(key.key_id, { grace_seconds: 9 })));
        await eventually(async () => {
          const waiting = await test.world.sql(
            `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
          );
          expect(waiting).toHaveLength(2);
        }, 5);
        await holder.query('COMMIT');
        return both;
      });
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(await desk.items()).toHaveLength(2);
    });

    // partner 4.6
    it('once cannot be rotated again, and says by which key it was replaced', async () => {
      for (const grace of [0, 60]) {
        const old = await desk.made();
        const { key_id: replacement } = (await desk.rotate(old.key_id, { grace_seconds: grace }))
          .body as KeyBody;
        const refused = await desk.rotate(old.key_id);
        expect(refused.status).toBe(409);
        expect(refused.body).toMatchObject({ error: { code: 'conflict', status: 409 } });
        expect(messageOf(refused)).toContain(replacement);
      }
    });

    // partner 4.6
    it('is 409 with words when it is revoked or expired, and nothing is made', async () => {
      await desk.revoke(key.key_id).expect(200);
      const revoked = await desk.rotate(key.key_id);
      expect([revoked.status, messageOf(revoked)]).toEqual([
        409,
        'This key is revoked and cannot be rotated. Create a new key.',
      ]);
      const short = await desk.made({ ...TERMS, expires_at_utc: after(1_000) });
      clock.advance(1_000);
      const expired = await desk.rotate(short.key_id);
      expect([expired.status, messageOf(expired)]).toEqual([
        409,
        'This key is expired and cannot be rotated. Create a new key.',
      ]);
      expect(await desk.items()).toHaveLength(2);
    });

    // partner 4.5
    it.each([-1, 1.5, 604_801, '60', null, true])('refuses a grace of %j with 422', async (grace) => {
      const response = await desk.rotate(key.key_id, { grace_seconds: grace });
      expect(response.status).toBe(422);
      expect(response.body).toMatchObject({
        error: { code: 'validation_error', details: { field_errors: [{ field: 'grace_seconds' }] } },
      });
      expect(await desk.item(key.key_id)).toMatchObject({ status: 'active' });
    });

    // partner 4.11
    it('leaves one audit row, beside that of its making', async () => {
      const replacement = (await desk.rotate(key.key_id, { grace_seconds: 60 })).body as KeyBody;
      expect((await auditOf(test, desk.tenant)).slice(1)).toEqual([
        {
          action: 'api_key.rotated',
          actor_id: desk.user.userId,
          metadata: {
            key_id: replacement.key_id,
            key_scope: 'partner_admin',
            expires_at_utc: key.expires_at_utc,
            rotated_from_key_id: key.key_id,
            grace_expires_at_utc: after(60_000),
          },
        },
      ]);
    });
  });

  describe('revoked', () => {
    // partner 2.8, 4.7, 4.11
    it('is refused from then on, and its record says who did it and when', async () => {
      const response = await desk.revoke(key.key_id);
      expect(response.status).toBe(200);
      expect(response.body).toMatchObject({
        key_id: key.key_id,
        status: 'revoked',
        revoked_at_utc: clock.now().toISOString(),
        revoked_by: desk.user.userId,
      });
      expect(response.body).not.toHaveProperty('secret');
      expect(response.body).toEqual(await desk.item(key.key_id));
      await me(test, key.secret).expect(401);
      expect((await auditOf(test, desk.tenant)).slice(1)).toEqual([
        {
          action: 'api_key.revoked',
          actor_id: desk.user.userId,
          metadata: { key_id: key.key_id, key_scope: 'partner_admin', status_before: 'active' },
        },
      ]);
    });

    // partner 4.7
    it('once more, is answered as it is: by whom and when does not change', async () => {
      const first = await desk.revoke(key.key_id, 'once');
      const replayed = await desk.revoke(key.key_id, 'once');
      expect([replayed.headers['idempotent-replayed'], replayed.body]).toEqual(['true', first.body]);
      clock.advance(5_000);
      const again = await desk.revoke(key.key_id);
      expect(again.headers['idempotent-replayed']).toBeUndefined();
      expect([again.status, again.body]).toEqual([200, first.body]);
      expect(await auditOf(test, desk.tenant)).toHaveLength(2);
    });

    // partner 4.7
    it('in its grace, ends at once and leaves its replacement alone', async () => {
      const replacement = (await desk.rotate(key.key_id, { grace_seconds: 60 })).body as KeyBody;
      expect((await desk.revoke(key.key_id)).body).toMatchObject({
        status: 'revoked',
        grace_expires_at_utc: null,
        replaced_by_key_id: replacement.key_id,
      });
      await me(test, key.secret).expect(401);
      await me(test, replacement.secret).expect(200);
    });
  });

  // Fails if a foreign key is distinguished from an absent one, or if partners reach keys of other
  // scopes. partner 2.5, 4.10
  it.each(['rotate', 'revoke'] as const)(
    'that is foreign, of another environment or of no partner scope is to %s like an absent one',
    async (action) => {
      const prod = await test.world.aTenant();
      const dev = await test.world.aTenant({ clientId: desk.tenant.clientId, dataEnv: 'dev' });
      for (const [tenant, scope] of [
        [prod, 'partner_admin'],
        [dev, 'partner_admin'],
        [desk.tenant, 'runtime-ingest'],
        [desk.tenant, 'client_admin'],
      ] as const) {
        await test.world.aKey(tenant, scope);
      }
      const hidden = await test.world.sql<{ key_id: string }>(
        `SELECT key_id FROM api_keys WHERE description = 'test key'
            AND (client_id = $1 OR client_id = $2) AND revoked_at IS NULL`,
        [prod.clientId, desk.tenant.clientId],
      );
      expect(hidden).toHaveLength(4);
      // More than the window of one minute admits.
      await test.world.sql('DELETE FROM throttle_hits');
      const answerTo = async (keyId: string): Promise<object> => {
        await test.world.sql('DELETE FROM throttle_hits');
        return essence(await desk[action](keyId));
      };
      const absent = await answerTo(ABSENT);
      expect(absent).toMatchObject({ status: 404 });
      for (const { key_id: keyId } of hidden) expect(await answerTo(keyId)).toEqual(absent);
      for (const malformed of ['not-a-uuid', `${ABSENT}0`, '%00', "'--", 'x'.repeat(500)]) {
        expect(await answerTo(malformed)).toEqual(absent);
      }
      const left = await test.world.sql(
        'SELECT 1 FROM api_keys WHERE key_id = ANY($1::uuid[]) AND revoked_at IS NULL',
        [hidden.map((row) => row.key_id)],
      );
      expect(left).toHaveLength(4);
    },
  );
});
