import { describe, expect, it } from 'vitest';
import { perTest } from '../../support/frames.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { aWebhookFixture, errorOf, fieldOf } from './webhook-fixture.js';
import type { Webhook } from './webhook-fixture.js';

describe('guards and secrets of webhooks', () => {
  const clock = new TestClock();
  const test = useSharedApp({ clock });
  const desk = perTest(() => aWebhookFixture(test));

  // webhooks 3.2, 3.3
  it('makes a webhook only for one who has read what the project has', async () => {
    const before = await desk.revision();
    expect((await desk.create({})).status).toBe(428);
    expect((await desk.create({}).set('If-Match', '*')).status).toBe(428);
    await desk.create({}).set('If-Match', `"${before}"`).expect(200);
    const stale = await desk.create({ revision_hash: before });
    expect(stale.status).toBe(409);
    expect(errorOf(stale)).toMatchObject({
      code: 'conflict',
      details: { stale: { guard: 'revision_hash', sent: before, current: await desk.revision() } },
    });
    expect(await desk.items()).toHaveLength(1);
  });

  // webhooks 3.2
  it('lets one of several creates that have read the same go through', async () => {
    const revision = await desk.revision();
    const answers = await Promise.all(
      [1, 2, 3, 4].map((seconds) => desk.create({ revision_hash: revision, timeout_seconds: seconds })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(await desk.items()).toHaveLength(1);
  });

  // webhooks 3.3
  it('changes, rotates and deletes only for one who has read the webhook', async () => {
    const made = await desk.made();
    const id = made.webhook_id;
    const other = { 'If-Match': '"r9-0123456789abcdef"' };
    expect((await desk.change(id, { timeout_seconds: 5 })).status).toBe(428);
    expect((await desk.change(id, { timeout_seconds: 5 }, { 'If-Match': '*' })).status).toBe(428);
    expect((await desk.change(id, { timeout_seconds: 5 }, other)).status).toBe(409);
    expect((await desk.change(id, { timeout_seconds: 5, revision_hash: 'r9-0123456789abcdef' })).status).toBe(
      409,
    );
    expect((await desk.remove(id)).status).toBe(428);
    expect((await desk.remove(id, other)).status).toBe(409);
    for (const action of ['rotate-secret', 'end-previous-secret']) {
      expect((await desk.post(id, action)).status).toBe(428);
      expect((await desk.post(id, action, 'r9-0123456789abcdef')).status).toBe(409);
    }
    expect(
      (await desk.post(id, 'rotate-secret', undefined, { revision_hash: made.revision_hash })).status,
    ).toBe(422);
    expect(await desk.items()).toEqual([expect.objectContaining({ revision_hash: made.revision_hash })]);
    // Refused rotations count; three are left in this minute.
    expect((await desk.post(id, 'rotate-secret', made.revision_hash)).status).toBe(200);
  });

  // webhooks 3.3; errors 4.3
  it('says what was sent, that it never existed, or that it cannot be read', async () => {
    const { webhook_id: id, revision_hash: current } = await desk.made();
    const change = (hash: string) => desk.change(id, { timeout_seconds: 5, revision_hash: hash });
    const header = (value: string) => desk.remove(id, { 'If-Match': value });
    const earlier = 'r9-0123456789abcdef';
    const CASES = [
      [change(earlier), 'revision_hash', earlier, /^The webhook changed since it was read\./],
      [header(`"${earlier}"`), 'If-Match', earlier, /^The webhook changed since it was read\./],
      [
        change('r9-0123'),
        'revision_hash',
        null,
        /^revision_hash was never the revision_hash of this webhook\./,
      ],
      [header('"theirs"'), 'If-Match', null, /^If-Match was never the revision_hash of this webhook\./],
    ] as const;
    for (const [asking, guard, sent, message] of CASES) {
      const answer = await asking;
      expect(answer.status).toBe(409);
      expect(errorOf(answer)).toMatchObject({
        message: expect.stringMatching(message) as string,
        details: { stale: { guard, sent, current } },
      });
    }
    const malformed = await header('"open');
    expect([malformed.status, fieldOf(malformed)?.field]).toEqual([400, 'If-Match']);
  });

  // Fails if malformed requests and replays use up the limit: the sixth request is 429 then.
  // requests 8.8
  it('counts neither malformed creates nor replays', async () => {
    const revision = await desk.revision();
    for (let count = 0; count < 6; count += 1) await desk.create({ timeout_seconds: 0 }).expect(422);
    for (let count = 0; count < 7; count += 1) {
      await desk.create({ revision_hash: revision }, 'one-key').expect(200);
    }
    for (let count = 0; count < 4; count += 1) await desk.made();
    const sixth = await desk.create({ revision_hash: await desk.revision() });
    // requests 8.2
    expect([sixth.status, errorOf(sixth).message]).toEqual([
      429,
      expect.stringContaining('5 in 60 seconds for each caller'),
    ]);
  });

  // webhooks 2.9
  it('takes five creates and five rotations a minute of one caller', async () => {
    for (let count = 0; count < 5; count += 1) await desk.made();
    const sixth = await desk.create({ revision_hash: await desk.revision() });
    expect([sixth.status, errorOf(sixth).code]).toEqual([429, 'rate_limited']);
    expect(Number(sixth.get('Retry-After'))).toBeGreaterThan(0);
    const { webhook_id: id, revision_hash: first } = (await desk.items())[0]!;
    let hash = first;
    for (let count = 0; count < 5; count += 1) {
      const rotated = await desk.post(id, 'rotate-secret', hash).expect(200);
      hash = (rotated.body as Webhook).revision_hash;
    }
    expect((await desk.post(id, 'rotate-secret', hash)).status).toBe(429);
  });

  // webhooks 4.2, 4.3, 4.4, 4.5
  it('rotates a secret with an overlap that ends by itself, with the next rotation, or when it is ended', async () => {
    const made = await desk.made();
    const id = made.webhook_id;
    const rotate = async (hash: string, body?: object) =>
      (await desk.post(id, 'rotate-secret', hash, body).expect(200)).body as typeof made;
    const first = await rotate(made.revision_hash, { previous_secret_valid_seconds: 60 });
    expect(first.secret).toMatch(/^whsec_/);
    expect(first.secret).not.toBe(made.secret);
    const end = new Date(clock.now().getTime() + 60_000).toISOString();
    expect(first.previous_secret_expires_at_utc).toBe(end);
    clock.advance(60_000);
    expect((await desk.item(id)).previous_secret_expires_at_utc).toBeNull();
    const second = await rotate(first.revision_hash, { previous_secret_valid_seconds: 604_800 });
    const ended = await desk.post(id, 'end-previous-secret', second.revision_hash).expect(200);
    expect(ended.body).toMatchObject({ previous_secret_expires_at_utc: null });
    expect(ended.body).not.toHaveProperty('secret');
    const third = await rotate((ended.body as typeof made).revision_hash);
    expect(third.previous_secret_expires_at_utc).toBeNull();
    const tooLong = await desk.post(id, 'rotate-secret', third.revision_hash, {
      previous_secret_valid_seconds: 604_801,
    });
    expect([tooLong.status, fieldOf(tooLong)?.field]).toEqual([422, 'previous_secret_valid_seconds']);
  });
});
