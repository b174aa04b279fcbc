import { expect, it } from 'vitest';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { aProjectFixture } from '../configuration/editing.js';
import { aRuntime, assistant, save, send } from '../releases/releasing.js';
import { asRuntime } from './testing-assistants.js';

const NOW = '2026-10-31T04:12:09.000Z';
const MINUTES = 60_000;

const clock = new TestClock(new Date(NOW));
const test = useSharedApp({ clock });

// workspace 9.9, 9.13, 9.21
it('shows a test call that no runtime takes as expired after ten minutes, and offers none to runtimes', async () => {
  const desk = await aProjectFixture(test);
  const key = await aRuntime(test, desk);
  await save(test, desk, 'assistant', assistant());
  const body = { to_number: '+61491570159', use: 'draft' };
  const asked = await send(test, desk, 'post', 'test-call/request', { body }).expect(202);
  const { test_call_id: id } = asked.body as { test_call_id: string };
  const show = async () => (await send(test, desk, 'get', `test-calls/${id}`).expect(200)).body as object;
  const listed = async (status: string) => {
    const answer = await send(test, desk, 'get', `test-calls?status=${status}`).expect(200);
    return (answer.body as { items: object[] }).items.length;
  };
  const waiting = async () => {
    const answer = await test.request().get('/internal/v1/waiting-tests').set('X-API-Key', key).expect(200);
    return (answer.body as { items: object[] }).items;
  };
  clock.advance(10 * MINUTES - 1);
  expect(await show()).toMatchObject({ status: 'queued', ended_at: null });
  expect(await waiting()).toHaveLength(1);
  clock.advance(1);
  const expired = {
    status: 'expired',
    failure_reason: 'waited_too_long',
    ended_at: '2026-10-31T04:22:09.000Z',
  };
  expect(await show()).toMatchObject(expired);
  expect([await listed('queued'), await listed('expired')]).toEqual([0, 1]);
  expect(await waiting()).toEqual([]);
  clock.advance(5 * MINUTES);
  await asRuntime(test, desk, key, 'test-calls/take').expect(200, { items: [] });
  expect(await show()).toMatchObject(expired);
});
