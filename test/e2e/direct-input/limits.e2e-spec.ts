import { beforeEach, describe, expect, it } from 'vitest';
import {
  PageOfForms,
  RuntimeOfForms,
  anAddress,
  seal,
  type OpenedSession,
} from '../../support/direct-input.js';
import { perSuite } from '../../support/frames.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';

const START = '2026-11-20T10:01:00.000Z';
const ANSWERS = { member_number: '7704118830' };
const NOT_FOUND = '{"error":"Not found.","status_code":404}';

describe('the limits of direct input', () => {
  const clock = new TestClock(new Date(START));
  const test = useSharedApp({ clock });
  const runtime = perSuite(() => RuntimeOfForms.start(test));
  const page = perSuite(() => Promise.resolve(new PageOfForms(test)));

  beforeEach(() => clock.set(START));

  const statuses = async (requests: readonly Promise<{ status: number }>[]): Promise<number[]> =>
    (await Promise.all(requests)).map(({ status }) => status).toSorted();

  // direct-input 4.4
  it('shows its form ten times, and takes five tries to send', async () => {
    const { token, publicKey } = await runtime.open();
    const shown = await statuses(Array.from({ length: 11 }, () => page.context(token)));
    expect(shown).toEqual([...Array<number>(10).fill(200), 404]);
    const tries = await statuses(Array.from({ length: 5 }, () => page.submit(token, { alg: 'none' })));
    expect(tries).toEqual(Array<number>(5).fill(404));
    expect((await page.submit(token, seal(ANSWERS, publicKey))).status).toBe(404);
  });

  // direct-input 4.4
  it('shows no form whose tries to send are used up', async () => {
    const { token } = await runtime.open();
    const hostile = { ...seal(ANSWERS, (await runtime.open()).publicKey), protected: 'eyJhbGciOiJub25lIn0' };
    const tries = await statuses(Array.from({ length: 5 }, () => page.submit(token, hostile)));
    expect(tries).toEqual(Array<number>(5).fill(404));
    expect((await page.context(token)).text).toBe(NOT_FOUND);
  });

  // direct-input 4.4
  it('lets in the holder of a link while strangers have filled the door, and no more than its share', async () => {
    const [session, another] = [await runtime.open(), await runtime.open()];
    await page.context('none');
    await page.context('none');
    await test.world.sql(
      `INSERT INTO throttle_hits (window_key, hit_at, expires_at)
       SELECT w.* FROM generate_series(1, 1200),
              (SELECT window_key, max(hit_at), max(expires_at) FROM throttle_hits
                GROUP BY window_key HAVING count(*) > 1) w`,
    );
    const stored = (): Promise<{ count: number }[]> =>
      test.world.sql('SELECT count(*)::int AS count FROM throttle_hits');
    const before = await stored();
    expect((await page.context('A'.repeat(43))).text).toBe(NOT_FOUND);
    expect(await stored()).toEqual(before);
    const cookie = await page.openInBrowser(session.token);
    const sent = await page.submit(session.token, seal(ANSWERS, session.publicKey), { cookie });
    expect(sent.status).toBe(202);
    await statuses(Array.from({ length: 30 }, () => page.submit(another.token, null)));
    clock.advance(59_000);
    expect((await page.context(session.token)).status).toBe(404);
    expect((await page.context(another.token)).text).toBe(NOT_FOUND);
    await test.world.sql('DELETE FROM throttle_hits');
  });

  // direct-input 4.4
  it('answers one address 60 times a minute, on both routes together', async () => {
    const address = anAddress();
    const sessions = await Promise.all(Array.from({ length: 6 }, () => runtime.open()));
    const ten = sessions.flatMap(({ token }) => Array.from({ length: 10 }, () => token));
    const shown = await statuses(ten.map((token) => page.context(token, { address })));
    expect(shown).toEqual(Array<number>(60).fill(200));
    const { token, publicKey } = sessions[0]!;
    expect((await page.submit(token, seal(ANSWERS, publicKey), { address })).status).toBe(404);
    expect((await page.submit(token, seal(ANSWERS, publicKey))).status).toBe(202);
  });

  // direct-input 4.1
  it('takes a body of 32 KiB and no larger one', async () => {
    const [fits, exceeds] = [await runtime.open(), await runtime.open()];
    const ofSize = ({ token, publicKey }: OpenedSession, bytes: number): object => {
      const envelope = seal(ANSWERS, publicKey);
      const rest = bytes - JSON.stringify({ token, envelope: { ...envelope, ciphertext: '' } }).length;
      return { ...envelope, ciphertext: 'A'.repeat(rest) };
    };
    expect((await page.submit(exceeds.token, ofSize(exceeds, 32 * 1024 + 1))).text).toBe(NOT_FOUND);
    expect((await page.submit(fits.token, ofSize(fits, 32 * 1024))).status).toBe(202);
  });
});
