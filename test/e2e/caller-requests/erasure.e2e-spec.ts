import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { systemContext } from '../../../src/core/shared/auth-context.js';
import { CallerErasure } from '../../../src/features/calls/caller-data/caller-erasure.service.js';
import { LegalHolds } from '../../../src/features/calls/caller-data/legal-holds.service.js';
import { CallRollup } from '../../../src/features/calls/rollup/call-rollup.service.js';
import { useTestApp } from '../../support/app.js';
import { aCall } from '../../support/builders.js';
import { atDepth } from '../../support/depth.js';
import { eventually } from '../../support/eventually.js';
import { perTest } from '../../support/frames.js';
import { chance } from '../../support/random-calls.js';
import { useWorker } from '../../support/worker.js';
import { dumpOf } from '../privacy/canaries.js';
import { ErasurePlace, PERSON, personal, TRACES } from './erasure-place.js';
import { aCallerRequestFixture } from './caller-request-fixture.js';

const COUNTED = [
  'summary',
  'outcomes',
  'timeline',
  'sentiment',
  'provider-performance',
  'dashboard/privacy-aggregates',
];

describe("the erasure of a caller's data", () => {
  const test = useTestApp();

  useWorker(test);
  const desk = perTest(() => aCallerRequestFixture(test));
  const place = perTest(() => ErasurePlace.open(test, desk));

  const statistics = async (): Promise<unknown[]> => {
    const query = {
      project_id: place.projectId,
      start_date: '2026-10-01',
      end_date: '2026-10-30',
    };
    const answers: unknown[] = [];
    for (const name of COUNTED) {
      const asked = { ...query, ...(name === 'timeline' && { granularity: 'day' }) };
      const response = await test.request().get(`/v1/calls/${name}`).set(desk.admin).query(asked);
      expect(response.status, response.text).toBe(200);
      answers.push(response.body);
    }
    return answers;
  };
  const hold = (isHeld: boolean, calls: { callId: string } | { number: string }): Promise<object> =>
    test.app.get(LegalHolds).change(systemContext(desk.tenant, 'admin'), calls, isHeld);
  const outcomes = async (): Promise<object[]> =>
    (await desk.audits()).filter(
      ({ action, metadata }) =>
        action.startsWith('caller_request.processing_') && metadata['processing'] === 'erasure',
    );

  // Fails if a batch is skipped or counted twice, if another caller's data changes, or if a column
  // keeps a value. caller-requests 11.2, 11.3, 11.4
  it('takes the caller out of every call of theirs and leaves all else as it was', async () => {
    const records = place.calls(atDepth({ ordinary: 1500, full: 6000 }), chance(7));
    await place.takeIn(records);
    const staging = await test.world.aTenant({ clientId: desk.tenant.clientId, dataEnv: 'staging' });
    const stranger = await test.world.aTenant();
    for (const other of [staging, stranger]) {
      await place.takeIn([aCall(await test.world.aProject(other), personal(PERSON.number))], other);
    }
    const foreign = await Promise.all([staging, stranger].map((other) => place.stored(other)));
    await test.app.get(CallRollup).refresh(desk.tenant, 20_000);
    const theirs = new Set(
      records.filter(({ caller_number: number }) => number === PERSON.number).map((it) => it['call_id']),
    );
    const item = await place.asked();
    expect(item).toMatchObject({ data_found_state: 'found', data_found_count: theirs.size });
    const [before, countedBefore] = [await place.stored(), await statistics()];
    const hash = before.get([...theirs][0] as string)!.hash;
    const events = 'SELECT * FROM call_events ORDER BY event_id';
    const eventsBefore = await place.inStore(events);

    const over = await place.erased(item);

    expect(over).toMatchObject({
      status: 'in_progress',
      revision_number: 3,
      data_found_state: 'found',
      data_found_count: theirs.size,
    });
    expect(over.history.slice(2)).toMatchObject([
      { to_status: 'in_progress', data_found_state: 'searching', changed_by_kind: 'bearer' },
      {
        changed_by_kind: 'system',
        changed_by: 'worker',
        data_found_count: theirs.size,
        status_note: `Erased the caller from ${theirs.size} calls.`,
      },
    ]);
    const after = await place.stored();
    expect(after.size).toBe(before.size);
    const standIns = new Set<string | null>();
    for (const [callId, call] of after) {
      if (!theirs.has(callId)) expect(call).toEqual(before.get(callId));
      else {
        expect(call).toMatchObject({ masked: null, contact: null, contents: 0, is_erased: true });
        expect(call.rest).toBe(before.get(callId)!.rest);
        standIns.add(call.hash);
      }
    }
    expect(standIns.size).toBe(1);
    expect([...standIns][0]).toMatch(/^[0-9a-f]{64}$/);
    expect(standIns.has(hash)).toBe(false);
    expect(await statistics()).toEqual(countedBefore);
    expect(await place.inStore(events)).toEqual(eventsBefore);
    expect(await Promise.all([staging, stranger].map((other) => place.stored(other)))).toEqual(foreign);
    expect(await place.inStore('SELECT * FROM caller_erasures')).toEqual([]);
    expect(await outcomes()).toMatchObject([
      {
        action: 'caller_request.processing_recorded',
        actor_id: 'worker',
        metadata: { erased_calls: theirs.size, held_calls: 0, revision: 3 },
      },
    ]);
    expect(await place.asked({ request_type: 'access' })).toMatchObject({
      data_found_state: 'not_found',
      data_found_count: 0,
    });
  });

  // privacy 3.1, 6.6; caller-requests 11.3
  it('leaves nothing to be read by those who may read everything, nor in clear in any table or log', async () => {
    await test.world.permitPii(desk.tenant, 'client_admin', 'raw_caller', 'summary', 'transcript');
    const call = aCall(place.projectId, personal(PERSON.number));
    await place.takeIn([call]);
    const shown = async (path: string): Promise<string> =>
      (
        await test
          .request()
          .get(`/v1/calls/${String(call['call_id'])}${path}`)
          .set(desk.admin)
      ).text;
    expect(await shown('')).toContain(PERSON.name);
    const over = await place.erased(await place.asked());
    const said = [
      await shown(''),
      await shown('/inline-preview'),
      await shown('/transcript'),
      JSON.stringify(over),
    ];
    const stores = [...test.databases.superuser.storeUrls.values(), test.databases.superuser.metadataUrl];
    const kept = await Promise.all(stores.map(dumpOf));
    for (const text of [...said, ...kept, test.logs()]) {
      const low = text.toLowerCase();
      const hex = (word: string): string => Buffer.from(word).toString('hex');
      expect(TRACES.filter((trace) => low.includes(trace) || low.includes(hex(trace)))).toEqual([]);
    }
  });

  // Fails if the hold is checked before the call is locked, or not at all. caller-requests 11.5;
  // calls-ingest 6.4
  it('touches no call under legal hold, says so, and gets it once the hold is cleared and it is asked again', async () => {
    const calls = Array.from({ length: 6 }, () => aCall(place.projectId, personal(PERSON.number)));
    await place.takeIn(calls);
    const ids = calls.map((it) => String(it['call_id']));
    expect(await hold(true, { callId: ids[2]! })).toEqual({ known: 1, changed: 1 });
    expect(await hold(true, { callId: ids[2]! })).toEqual({ known: 1, changed: 0 });
    expect(await hold(true, { callId: 'call-nowhere' })).toEqual({ known: 0, changed: 0 });
    const before = await place.stored();
    const over = await place.erased(await place.asked());
    expect(over).toMatchObject({ data_found_state: 'found', data_found_count: 5 });
    expect(over.history.at(-1)).toMatchObject({
      status_note: 'Erased the caller from 5 calls. Under legal hold and kept unchanged: 1 call.',
    });
    const after = await place.stored();
    expect(after.get(ids[2]!)).toEqual(before.get(ids[2]!));
    expect([...after.values()].filter(({ contents }) => contents > 0)).toHaveLength(1);
    await place.takeIn([{ ...calls[2]!, revision: 2 }]);
    expect((await place.stored()).get(ids[2]!)).toMatchObject({ is_held: true, contents: 5 });

    expect(await hold(false, { number: PERSON.number })).toEqual({ known: 1, changed: 1 });
    const again = await place.erased(over);
    expect(again).toMatchObject({ data_found_count: 1 });
    expect([...(await place.stored()).values()].filter(({ contents }) => contents > 0)).toEqual([]);
  });

  // caller-requests 11.2, 11.3
  it('counts no call as held that came after it was asked for', async () => {
    await place.takeIn([aCall(place.projectId, personal(PERSON.number))]);
    const hashes = [...(await place.stored()).values()].map(({ hash }) => Buffer.from(hash!, 'hex'));
    const auth = systemContext(desk.tenant, 'worker');
    const asked = { erasureId: randomUUID(), hashes, before: new Date() };
    const later = aCall(place.projectId, {
      ...personal(PERSON.number),
      started_at_utc: new Date(Date.now() + 60_000).toISOString(),
      ended_at_utc: undefined,
    });
    await place.takeIn([later]);
    expect(await hold(true, { callId: String(later['call_id']) })).toEqual({ known: 1, changed: 1 });
    const erasure = test.app.get(CallerErasure, { strict: false });
    expect(await erasure.run(auth, asked, 10_000)).toBe(true);
    expect(await erasure.result(auth, asked)).toEqual({ erased: 1, held: 0 });
  });

  // calls-ingest 6.4
  it('spares all calls of a caller that are held by number, and holds are audited without it', async () => {
    await place.takeIn([1, 2, 3].map(() => aCall(place.projectId, personal(PERSON.number))));
    await place.takeIn([aCall(place.projectId, personal('+61491572220'))]);
    expect(await hold(true, { number: PERSON.number })).toEqual({ known: 3, changed: 3 });
    const over = await place.erased(await place.asked());
    expect(over).toMatchObject({ data_found_state: 'found', data_found_count: 0 });
    const stored = [...(await place.stored()).values()];
    expect(stored.filter((call) => call.is_held && call.contents === 5)).toHaveLength(3);
    const audits = await eventually(async () => {
      const rows = await test.world.sql<{ metadata: object }>(
        `SELECT metadata FROM audit_events WHERE client_id = $1 AND action = 'call.legal_hold_set'`,
        [desk.tenant.clientId],
      );
      expect(rows).toHaveLength(1);
      return rows;
    });
    expect(audits).toEqual([{ metadata: { calls: 3 } }]);
  });

  // Fails if ingest ignores erasures, or considers only the caller and not the call.
  // caller-requests 11.6; calls-ingest 3.5
  it('does not come back with a later revision or a late call, and starts again with a new call', async () => {
    const [erased, corrected] = [1, 2].map(() => aCall(place.projectId, personal(PERSON.number))) as [
      Record<string, unknown>,
      Record<string, unknown>,
    ];
    await place.takeIn([erased, corrected]);
    await place.erased(await place.asked());
    const late = aCall(place.projectId, {
      ...personal(PERSON.number),
      started_at_utc: '2026-10-09T01:00:00.000Z',
    });
    const started = new Date(Date.now() + 60_000).toISOString();
    const fresh = aCall(place.projectId, {
      ...personal(PERSON.number),
      started_at_utc: started,
      ended_at_utc: undefined,
    });
    const other = aCall(place.projectId, personal('+61491572220'));
    await place.takeIn([
      { ...erased, revision: 2, call_status: 'missed' },
      // The same call with another number and another month.
      {
        ...corrected,
        revision: 2,
        // requests 10.5: written with its trunk prefix.
        caller_number: '+610491572229',
        started_at_utc: '2026-09-09T01:00:00.000Z',
      },
      late,
      fresh,
      other,
    ]);
    await place.takeIn([{ ...late, revision: 2 }]);
    const stored = await place.stored();
    const bare = { hash: null, masked: null, contact: null, contents: 0, is_erased: true };
    for (const call of [erased, corrected, late])
      expect(stored.get(String(call['call_id']))).toMatchObject(bare);
    expect(stored.get(String(erased['call_id']))!.rest).toContain('"call_status": "missed"');
    for (const call of [fresh, other])
      expect(stored.get(String(call['call_id']))).toMatchObject({ contents: 5, is_erased: false });
  });

  // Fails without the lock between ingest and the beginning of an erasure. caller-requests 11.6
  it('misses no call that comes in while it begins', async () => {
    const rounds = atDepth({ ordinary: 3, full: 12 });
    for (let round = 0; round < rounds; round += 1) {
      const own = await aCallerRequestFixture(test);
      const here = await ErasurePlace.open(test, own);
      const batch = (): Record<string, unknown>[] =>
        Array.from({ length: 40 }, () => aCall(here.projectId, personal(PERSON.number)));
      await here.takeIn(batch());
      const item = await here.asked();
      let isOver = false;
      const writers = [1, 2].map(async () => {
        while (!isOver) await here.takeIn(batch());
      });
      const over = await here.erased(item);
      isOver = true;
      await Promise.all(writers);
      expect(over['data_found_state']).toBe('found');
      expect([...(await here.stored()).values()].filter(({ contents }) => contents > 0)).toEqual([]);
    }
  });
});
