import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '../../support/app.js';
import { aCall } from '../../support/builders.js';
import { inStore } from '../../support/databases.js';
import { perSuite } from '../../support/frames.js';
import { TestClock } from '../../support/test-clock.js';
import { DialledCalls, endOf, expectConsistent, NOON, tally } from './dialled-calls.js';
import { numbers, RuntimeFixture } from './dispatching.js';
import { callsOf } from './single-calls.js';

const ABSENT = '0199aaaa-0000-7000-8000-000000000000';
const NOT_FOUND = {
  report: null,
  error: { status: 404, code: 'not_found', message: 'Not found.', field_errors: [] },
};

describe('reports on many dispatches at once', () => {
  const clock = new TestClock(new Date(NOON));
  const test = useTestApp({ clock });
  let calls: DialledCalls;

  const runtime = perSuite(() => RuntimeFixture.open(test, clock, { slots: 300 }));
  beforeAll(async () => {
    calls = new DialledCalls(runtime);
  });
  afterEach(async () => {
    await expectConsistent(test);
    await inStore(test, 'DELETE FROM suppressions');
  });

  // dispatch 3.1, 3.6
  it('are answered one by one, in the order in which they were sent', async () => {
    const { campaignId, ids } = await calls.begun(3);
    const [first, second, third] = ids as [string, string, string];
    const results = await runtime.outcomes([
      endOf(third, 'busy'),
      { dispatch_id: first, sequence: 1, state: 'dialing' },
      { dispatch_id: second, sequence: 1, state: 'in_call', call_id: `room-${second}` },
    ]);
    expect(results).toEqual(
      [
        [third, 'ended', 'busy', null, null],
        [first, 'dialing', null, null, '2026-11-25T01:02:30.000Z'],
        [second, 'in_call', null, `room-${second}`, '2026-11-25T01:10:00.000Z'],
      ].map(([id, status, disposition, callId, until]) => ({
        report: {
          dispatch_id: id,
          status,
          disposition,
          call_id: callId,
          lease_expires_at_utc: until,
          applied: true,
        },
        error: null,
      })),
    );
    expect((await runtime.contacts(campaignId)).toSorted()).toEqual([
      'dialing - 1 -',
      'in_call - 1 -',
      'retry_scheduled - 1 busy',
    ]);
    expect(await calls.slotsInUse()).toEqual([first, second].toSorted());
    await runtime.outcomes([first, second].map((id) => endOf(id)));
    expect(await calls.slotsInUse()).toEqual([]);
  });

  // dispatch 3.3, 3.5, 3.7
  it('on one dispatch count in their order, and once', async () => {
    const { campaignId, ids } = await calls.begun(1);
    const id = ids[0]!;
    const results = await runtime.outcomes([
      { dispatch_id: id, sequence: 2, state: 'in_call', call_id: `a-${id}` },
      { dispatch_id: id, sequence: 1, state: 'dialing', call_id: `b-${id}` },
      { dispatch_id: id.toUpperCase(), sequence: 3, state: 'dialing', call_id: `c-${id}` },
      endOf(id, 'no_answer', 4),
      endOf(id, 'no_answer', 4),
      endOf(id, 'answered', 5),
    ]);
    expect(results.map(({ report }) => [report?.status, report?.applied, report?.disposition])).toEqual([
      ['in_call', true, null],
      ['in_call', false, null],
      ['in_call', true, null],
      ['ended', true, 'no_answer'],
      ['ended', false, 'no_answer'],
      ['ended', false, 'no_answer'],
    ]);
    expect(new Set(results.map(({ report }) => report?.call_id))).toEqual(new Set([`a-${id}`]));
    expect(await runtime.contacts(campaignId)).toEqual(['retry_scheduled - 1 no_answer']);
  });

  // dispatch 3.6, 3.7; a foreign dispatch is answered like an absent one (dispatch 3.1)
  it('of which half are refused do not lose the other half', async () => {
    const foreign = await RuntimeFixture.open(test, clock);
    const [theirs] = (await new DialledCalls(foreign).begun(1)).ids;
    const { campaignId, ids } = await calls.begun(4);
    const [a, b, c, d] = ids as [string, string, string, string];
    const at = (index: number, field: string, message: string, code: string) => ({
      report: null,
      error: {
        ...{ status: 422, code: 'validation_error', message: `reports.${index}${field}: ${message}` },
        field_errors: [{ field: `reports.${index}${field}`, message, code }],
      },
    });
    const results = await runtime.outcomes([
      endOf(a),
      endOf(theirs!),
      endOf(ABSENT, 'direct_opt_out'),
      endOf(theirs!, 'direct_opt_out'),
      endOf('no-uuid'),
      endOf(b),
      'a text',
      { dispatch_id: c, state: 'dialing' },
      { dispatch_id: c, sequence: 1, state: 'dialing', disposition: 'busy' },
      { ...endOf(c), extra: 1 },
      { ...endOf(c), dispatch_id: 7 },
      endOf(c),
      endOf(d, 'direct_opt_out'),
    ]);
    expect(results.map(({ report }) => report?.applied ?? null)).toEqual([
      true,
      ...[null, null, null, null],
      true,
      ...[null, null, null, null, null],
      true,
      true,
    ]);
    expect(results.slice(1, 5)).toEqual([NOT_FOUND, NOT_FOUND, NOT_FOUND, NOT_FOUND]);
    expect(results[6]).toEqual(at(6, '', 'must be a JSON object', 'object_type'));
    expect(results[7]!.error!.field_errors.map(({ field }) => field)).toEqual(['reports.7.sequence']);
    expect(results[8]).toEqual(
      at(8, '.disposition', 'is allowed only with the state "ended"; omit it', 'not_ended'),
    );
    expect(results[9]!.error!.field_errors.map(({ field }) => field)).toEqual(['reports.9.extra']);
    expect(results[10]!.error!.field_errors.map(({ field }) => field)).toEqual(['reports.10.dispatch_id']);
    expect(tally(await runtime.contacts(campaignId))).toEqual({
      'completed campaign_closed 1 answered': 3,
      'suppressed dnc 1 direct_opt_out': 1,
    });
    expect((await foreign.end(theirs!, 'answered')).body).toMatchObject({ applied: true });
  });

  // dispatch 3.7; requests 4.5
  it('of which one holds half of a surrogate pair do not lose the others', async () => {
    const { campaignId, ids } = await calls.begun(2);
    const [broken, sound] = ids as [string, string];
    const results = await runtime.outcomes([
      { ...endOf(broken), call_id: 'room-\ud800' },
      endOf(sound),
      endOf('\udfff'),
    ]);
    expect(results.map(({ report, error }) => report?.applied ?? error)).toMatchObject([
      {
        status: 400,
        code: 'validation_failed',
        field_errors: [{ field: 'reports.0.call_id', code: 'half_surrogate' }],
      },
      true,
      { status: 400, field_errors: [{ field: 'reports.2.dispatch_id', code: 'half_surrogate' }] },
    ]);
    expect(tally(await runtime.contacts(campaignId))).toEqual({
      'completed campaign_closed 1 answered': 1,
      'dialing - 1 -': 1,
    });
    await runtime.end(broken, 'answered');
  });

  // requests 4.2
  it('are all refused for half of a surrogate pair beside them', async () => {
    const response = await test
      .request()
      .post('/internal/v1/dispatches/reports')
      .set('X-API-Key', runtime.key)
      .send({ reports: [], other: '\ud800' });
    expect([response.status, response.text]).toEqual([400, expect.stringContaining('half_surrogate')]);
  });

  // dispatch 3.6
  it.each([
    ['none', []],
    ['201', Array.from({ length: 201 }, () => ({}))],
  ])('are 1 to 200: %s are 422', async (_, reports) => {
    const response = await runtime.reportAll(reports);
    expect([response.status, (response.body as { details: { loc: unknown }[] }).details[0]!.loc]).toEqual([
      422,
      ['body', 'reports'],
    ]);
  });

  // dispatch 4.4, 7.7
  it('suppress at once all numbers that have opted out, of campaigns and of single calls', async () => {
    const waiting = await runtime.aRunningCampaign(numbers(6));
    await inStore(test, `UPDATE campaigns SET status = 'paused' WHERE campaign_id = $1`, [waiting]);
    const { campaignId, ids } = await calls.begun(4);
    const single = await callsOf(runtime).asked({ to_number: numbers(6)[5] });
    expect(await runtime.taken()).toHaveLength(1);
    const results = await runtime.outcomes([
      endOf(ids[0]!, 'direct_opt_out'),
      endOf(ids[1]!, 'answered'),
      endOf(ids[2]!, 'wrong_number'),
      { dispatch_id: single.dispatch_id, sequence: 1, state: 'dialing' },
      endOf(single.dispatch_id, 'direct_opt_out'),
      { dispatch_id: ids[3]!, sequence: 1, state: 'dialing' },
    ]);
    expect(results.map(({ report }) => report?.applied)).toEqual([true, true, true, true, true, true]);
    expect(tally(await runtime.contacts(waiting))).toEqual({ 'pending dnc 0 -': 3, 'pending - 0 -': 3 });
    expect(tally(await runtime.contacts(campaignId))).toEqual({
      'suppressed dnc 1 direct_opt_out': 1,
      'suppressed dnc 1 wrong_number': 1,
      'completed campaign_closed 1 answered': 1,
      'dialing - 1 -': 1,
    });
    const rows = await inStore(test, 'SELECT reason FROM suppressions ORDER BY reason');
    expect(rows.map((it) => it['reason'])).toEqual(['direct_opt_out', 'direct_opt_out', 'wrong_number']);
    await runtime.outcomes([endOf(ids[3]!)]);
  });

  // dispatch 3.7
  it('are not lost for an opt-out whose number does not open', async () => {
    const { campaignId, ids } = await calls.begun(2);
    const [broken, sound] = ids as [string, string];
    await inStore(
      test,
      `UPDATE campaign_contacts SET phone_encrypted = overlay(phone_encrypted PLACING '\\x00' FROM length(phone_encrypted))
        WHERE contact_id = (SELECT contact_id FROM dispatches WHERE dispatch_id = $1)`,
      [broken],
    );
    const results = await runtime.outcomes([endOf(broken, 'direct_opt_out'), endOf(sound, 'direct_opt_out')]);
    expect(results.map(({ report, error }) => [report?.applied, error?.status])).toEqual([
      [undefined, 503],
      [true, undefined],
    ]);
    expect(tally(await runtime.contacts(campaignId))).toEqual({
      'dialing - 1 -': 1,
      'suppressed dnc 1 direct_opt_out': 1,
    });
    await runtime.end(broken, 'answered');
  });

  // dispatch 5.1. Fails if the call that ingest has linked remains.
  it('name the call, also where ingest has told of another one before', async () => {
    const { campaignId, ids } = await calls.begun(1);
    const [contact] = await inStore(test, 'SELECT contact_id FROM campaign_contacts WHERE campaign_id = $1', [
      campaignId,
    ]);
    const linked = aCall(runtime.desk.projectId, {
      direction: 'outbound',
      campaign_id: campaignId,
      contact_id: contact!['contact_id'] as string,
      started_at_utc: clock.now().toISOString(),
      ended_at_utc: clock.now().toISOString(),
    });
    await calls.ingest(linked);
    const call = `named-${ids[0]!}`;
    const results = await runtime.outcomes([
      { dispatch_id: ids[0], sequence: 1, state: 'dialing' },
      { dispatch_id: ids[0], sequence: 2, state: 'in_call', call_id: call },
      { ...endOf(ids[0]!), call_id: `other-${ids[0]!}` },
    ]);
    expect(results.map(({ report }) => report?.call_id)).toEqual([linked['call_id'], call, call]);
    await calls.ingest({ ...linked, revision: 2 });
    const rows = await inStore(test, 'SELECT call_id FROM dispatches WHERE dispatch_id = $1', [ids[0]]);
    expect(rows).toEqual([{ call_id: call }]);
  });

  // capacity 3.3; dispatch 5.1
  it.each(['in_call', 'ended'])(
    'with "%s" name a call that ingest has told of without its campaign: it counts once',
    async (state) => {
      const { ids } = await calls.begun(1);
      const id = ids[0]!;
      const call = aCall(runtime.desk.projectId, {
        call_id: `call-${id}`,
        direction: 'outbound',
        call_status: 'in_progress',
        started_at_utc: clock.now().toISOString(),
        ended_at_utc: null,
        duration_seconds: null,
      });
      await calls.ingest(call);
      expect(await calls.slotsInUse()).toEqual([id, `call-${id}`].toSorted());
      const disposition = state === 'ended' ? { disposition: 'answered' } : {};
      await runtime.outcomes([
        { dispatch_id: id, sequence: 1, state, call_id: `call-${id}`, ...disposition },
      ]);
      expect(await calls.slotsInUse()).toEqual(state === 'ended' ? [] : [id]);
      await calls.ingest({ ...call, revision: 2 });
      expect(await calls.slotsInUse()).toEqual(state === 'ended' ? [] : [id]);
      if (state === 'in_call') await runtime.end(id, 'answered');
      expect(await calls.slotsInUse()).toEqual([]);
    },
  );
});
