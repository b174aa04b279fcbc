import { beforeEach, describe, expect, it } from 'vitest';
import { systemContext } from '../../../src/core/shared/auth-context.js';
import { CapacityLimits } from '../../../src/features/capacity/limits/capacity-limits.service.js';
import { useTestApp } from '../../support/app.js';
import { inStore } from '../../support/databases.js';
import { perSuite } from '../../support/frames.js';
import { TestClock } from '../../support/test-clock.js';
import { aProof, askForCall, aStranger, DIAL_ME, endCalls, openDemoFixture, withDemo } from './dial-me.js';
import type { Asked, Told } from './dial-me.js';

/** A Wednesday, 13:00 in Sydney and 10:00 in Perth. */
const DAYTIME = '2026-11-25T02:00:00.000Z';
const NIGHT = '2026-11-25T12:00:00.000Z';
const LIFETIME = 15 * 60_000;

const PREMIUM = '+611900654321';

interface Payload {
  readonly challenge: {
    readonly parameters: { readonly data: { expires_at_ms: number } };
    signature: string;
  };
  readonly solution: { derivedKey: string };
}

/** The same with another first digit. */
const other = (hex: string): string => hex.replace(/^./, (digit) => (digit === '0' ? '1' : '0'));

// demo 1.3, 2.3, 3.3, 3.4, 3.5, 3.6, 4.1, 4.3, 5.1
describe('a refusal of the public demo', () => {
  const clock = new TestClock(new Date(DAYTIME));
  const test = useTestApp({ clock, settings: withDemo });
  const runtime = perSuite(() => openDemoFixture(test, clock));
  let usual: Told;

  const ask = (fields: Partial<Asked> = {}): Promise<Told> => askForCall(test, { ...aStranger(), ...fields });
  const stored = async (): Promise<number> => {
    const [row] = await inStore<{ count: number }>(
      test,
      'SELECT ((SELECT count(*) FROM single_dispatches) + (SELECT count(*) FROM audit_outbox))::integer AS count',
    );
    return row!.count;
  };
  const limit = (slots: number): Promise<unknown> =>
    test.app.get(CapacityLimits, { strict: false }).set(systemContext(runtime.desk.tenant, 'admin'), null, {
      concurrencyLimit: slots,
      reservedInbound: 0,
    });
  /** A proof that its sender has altered. */
  const changed = async (change: (payload: Payload) => void): Promise<{ challenge: string }> => {
    const payload = JSON.parse(Buffer.from(await aProof(test), 'base64').toString()) as Payload;
    change(payload);
    return { challenge: Buffer.from(JSON.stringify(payload)).toString('base64') };
  };

  beforeEach(async () => {
    clock.set(DAYTIME);
    const { clientId } = runtime.desk.tenant;
    await limit(100);
    await test.world.sql('DELETE FROM throttle_hits');
    await test.world.sql(`UPDATE clients SET status = 'active' WHERE client_id = $1`, [clientId]);
    await test.world.sql(`UPDATE projects SET lifecycle_state = 'active' WHERE client_id = $1`, [clientId]);
    await endCalls(runtime);
  });

  it.each<[string, () => Promise<Partial<Asked> | void>]>([
    ['a country that is not listed', async () => ({ phone: '+442079460130' })],
    ['a number of no plan', async () => ({ phone: '+61655501234' })],
    ['premium rate', async () => ({ phone: PREMIUM })],
    [
      'premium rate, which an operator has allowed',
      async () => {
        await test.world.sql(
          `INSERT INTO allowed_number_ranges (client_id, data_env, prefix, allowed_at, allowed_by) VALUES ($1, $2, '+611', now(), 'test')`,
          [runtime.desk.tenant.clientId, runtime.desk.tenant.dataEnv],
        );
        return { phone: PREMIUM };
      },
    ],
    ['shared cost', async () => ({ phone: '+611300975707' })],
    ['a satellite', async () => ({ phone: '+61147112345' })],
    ['a free call', async () => ({ phone: '+611800975711' })],
    ['the night', async () => clock.set(NIGHT)],
    [
      'a number that is suppressed',
      async () => {
        const { phone } = aStranger();
        await ask({ phone });
        await endCalls(runtime, 'direct_opt_out');
        return { phone };
      },
    ],
    [
      'a call that waits',
      async () => {
        const { phone } = aStranger();
        await ask({ phone });
        return { phone };
      },
    ],
    [
      'a call that is under way',
      async () => {
        const { phone } = aStranger();
        await ask({ phone });
        await runtime.taken();
        return { phone };
      },
    ],
    ['no free slot', async () => void (await limit(0))],
    ['a false signature', () => changed(({ challenge: it }) => (it.signature = other(it.signature)))],
    ['a false solution', () => changed(({ solution: it }) => (it.derivedKey = other(it.derivedKey)))],
    [
      'a challenge that is made longer',
      () => changed(({ challenge: it }) => (it.parameters.data.expires_at_ms += 1)),
    ],
    [
      'a challenge that is over',
      async () => {
        const challenge = await aProof(test);
        clock.advance(LIFETIME);
        return { challenge };
      },
    ],
    [
      'a challenge that is used',
      async () => {
        const challenge = await aProof(test);
        await ask({ challenge });
        return { challenge };
      },
    ],
    ['another text', async () => ({ consent: { accepted: true, version: '0123456789abcdef' } })],
    [
      'an address that has asked ten times',
      async () => {
        const { address } = aStranger();
        for (let count = 0; count < 10; count += 1) await ask({ address });
        return { address };
      },
    ],
    [
      'a telephone that has asked five times',
      async () => {
        const { phone } = aStranger();
        for (let count = 0; count < 5; count += 1) {
          expect((await ask({ phone })).status).toBe(202);
          await endCalls(runtime);
        }
        return { phone };
      },
    ],
    [
      'an address that floods the door',
      async () => {
        const { address } = aStranger();
        await Promise.all(
          Array.from({ length: 20 }, () =>
            test.request().post(DIAL_ME).set('X-Forwarded-For', address).send({}),
          ),
        );
        return { address };
      },
    ],
    [
      'a client that is suspended',
      async () => {
        await test.world.sql(`UPDATE clients SET status = 'suspended' WHERE client_id = $1`, [
          runtime.desk.tenant.clientId,
        ]);
      },
    ],
    ['a project that is archived', () => test.world.archive(runtime.desk.projectId)],
  ])('is the same for %s', async (_, prepare) => {
    const fields = (await prepare()) ?? {};
    const before = await stored();
    const started = performance.now();
    const told = await ask(fields);
    expect(performance.now() - started).toBeGreaterThanOrEqual(250);
    expect(told.status).toBe(429);
    expect(told.headers['retry-after']).toBe('3600');
    usual ??= told;
    expect(told).toEqual(usual);
    expect(await stored()).toBe(before);
  });

  // demo 3.3
  it('is told to operators where it is the project that cannot call', async () => {
    await test.world.archive(runtime.desk.projectId);
    const { phone } = aStranger();
    await ask({ phone });
    expect(test.logs()).toContain('"project_id":"demo-project","codes":["project_archived"]');
    expect(test.logs()).not.toContain(phone.slice(1));
  });
});
