import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { inStore } from '../../support/databases.js';
import { perSuite } from '../../support/frames.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { numbers, RuntimeFixture } from './dispatching.js';
import { callsOf } from './single-calls.js';

const NOON = '2026-11-25T01:00:00.000Z';

describe('what reports on dispatches tell', () => {
  const clock = new TestClock(new Date(NOON));
  const test = useSharedApp({ clock });
  const runtime = perSuite(() => RuntimeFixture.open(test, clock, { slots: 20 }));

  // campaigns 3.2
  it('of an end tell how it ended, in each of its words', async () => {
    const words = [
      ...['answered', 'goal_completed', 'callback_requested', 'not_interested', 'voicemail_left'],
      ...['voicemail_no_message', 'ivr', 'silence', 'no_answer', 'busy', 'rejected', 'invalid_number'],
      ...['carrier_failed', 'system_failed', 'wrong_number', 'direct_opt_out', 'transferred'],
    ];
    const campaignId = await runtime.aRunningCampaign(numbers(words.length));
    const wordOf = new Map(numbers(words.length).map((number, index) => [number, words[index]!]));
    for (const { dispatch_id: id, to_number: number } of await runtime.taken()) {
      expect((await runtime.end(id, wordOf.get(number)!)).status).toBe(200);
    }
    const listed = await runtime.desk.send('get', `/${campaignId}/contacts`).expect(200);
    const { items } = listed.body as { items: { last_disposition: string | null }[] };
    expect(items.map((item) => item.last_disposition).toSorted()).toEqual(words.toSorted());
    await inStore(test, `UPDATE campaigns SET status = 'cancelled' WHERE campaign_id = $1`, [campaignId]);
    await inStore(test, 'DELETE FROM suppressions');
  });

  // dispatch 1.1, 3.1
  it('and takes with a text for a number are told that it has to be a number', async () => {
    const told = [
      await runtime.take({ max: '1' }),
      await runtime.take({ max: 1, wait_seconds: '1' }),
      await runtime.report(randomUUID(), { sequence: '1', state: 'dialing' }),
    ];
    for (const { status, body } of told) {
      expect([status, body]).toMatchObject([422, { details: [{ msg: 'must be a whole number' }] }]);
    }
  });

  // dispatch 5.1
  it('name the call once: the first call_id stays, also against that of ingest', async () => {
    const campaignId = await runtime.aRunningCampaign(numbers(1));
    const [lease] = await runtime.taken(1);
    const dispatchId = lease!.dispatch_id;
    const named = async (sequence: number, fields: object): Promise<unknown> =>
      (
        (await runtime.report(dispatchId, { sequence, state: 'in_call', ...fields })).body as {
          call_id: string | null;
        }
      ).call_id;
    expect(await named(1, {})).toBeNull();
    expect(await named(2, { call_id: 'room-first' })).toBe('room-first');
    expect(await named(3, { call_id: 'room-second' })).toBe('room-first');
    const ended = await runtime.end(dispatchId, 'answered', { call_id: 'room-third' });
    expect(ended.body).toMatchObject({ call_id: 'room-first' });
    expect(
      await inStore(test, 'SELECT last_call_id FROM campaign_contacts WHERE campaign_id = $1', [campaignId]),
    ).toEqual([{ last_call_id: 'room-first' }]);
  });

  describe('name a call for one dispatch alone', () => {
    let used = 100;
    const taken = async (count: number): Promise<string[]> => {
      await runtime.aRunningCampaign(numbers(count, used));
      used += count;
      return (await runtime.taken(count)).map(({ dispatch_id: id }) => id);
    };
    const REFUSED = { code: 'call_id_taken', field_errors: [{ field: 'call_id', code: 'call_id_taken' }] };

    // dispatch 5.3
    it('of campaigns and single calls: the second one is 409, and is not changed', async () => {
      const [first, second] = await taken(2);
      const { dispatch_id: single } = await callsOf(runtime).asked({ to_number: numbers(1, 150)[0] });
      expect((await runtime.taken(1)).map((it) => it.dispatch_id)).toEqual([single]);
      const call = { state: 'in_call', call_id: 'room-of-one' };
      expect((await runtime.report(first!, { sequence: 1, ...call })).status).toBe(200);
      for (const id of [second!, single]) {
        const refused = await runtime.report(id, { sequence: 1, ...call });
        expect([refused.status, refused.body]).toMatchObject([409, { error: REFUSED }]);
        const again = await runtime.report(id, { sequence: 1, state: 'dialing' });
        expect(again.body).toMatchObject({ status: 'dialing', call_id: null, applied: true });
      }
      expect((await runtime.end(first!, 'answered', { call_id: 'room-of-one' })).status).toBe(200);
      const late = await runtime.end(second!, 'direct_opt_out', { call_id: 'room-of-one' });
      expect(late.status).toBe(409);
      expect(await inStore(test, 'SELECT reason FROM suppressions')).toEqual([{ reason: 'direct_opt_out' }]);
      await inStore(test, 'DELETE FROM suppressions');
      for (const id of [second!, single]) expect((await runtime.end(id, 'answered')).status).toBe(200);
    });

    // dispatch 3.6, 5.3
    it('of many reports at once too', async () => {
      const [first, second, third] = await taken(3);
      const call_id = `room-${first!}`;
      const outcomes = await runtime.outcomes([
        { dispatch_id: first, sequence: 1, state: 'in_call', call_id },
        { dispatch_id: second, sequence: 1, state: 'in_call', call_id },
        { dispatch_id: second, sequence: 2, state: 'in_call', call_id: `room-${second!}` },
        { dispatch_id: third, sequence: 1, state: 'in_call' },
      ]);
      expect(outcomes.map(({ report, error }) => report?.call_id ?? error?.code ?? null)).toEqual([
        call_id,
        'call_id_taken',
        `room-${second!}`,
        null,
      ]);
      expect(outcomes[1]!.error).toMatchObject({
        status: 409,
        field_errors: [{ field: 'reports.1.call_id' }],
      });
      for (const id of [first!, second!, third!]) await runtime.end(id, 'answered');
    });

    // dispatch 5.3
    it('whichever of reports at the same moment comes first', async () => {
      const ids = await taken(4);
      const call_id = `room-${ids[0]!}`;
      const reports = ids.map((id) => runtime.report(id, { sequence: 1, state: 'in_call', call_id }));
      const statuses = (await Promise.all(reports)).map(({ status }) => status);
      expect(statuses.toSorted()).toEqual([200, 409, 409, 409]);
      for (const id of ids) await runtime.end(id, 'answered');
    });
  });
});
