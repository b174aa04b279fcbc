import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, useTestApp } from '../../support/app.js';
import { atDepth, SEED } from '../../support/depth.js';
import { inStore } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { perSuite } from '../../support/frames.js';
import { TestClock } from '../../support/test-clock.js';
import { startWorker } from '../../support/worker.js';
import { CANARIES } from '../privacy/canaries.js';
import { EVERY_KIND } from '../calls/personal-call.js';
import { dropCallsBefore, eraseCaller } from '../follow-up/followed-caller.js';
import { codeOf, idOf, kindsIn, UnlockStage, type Body } from './unlock-stage.js';

const START = '2026-10-11T00:00:00.000Z';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Before the month of all other calls, so that retention can drop only this month. */
const IN_AUGUST = {
  started_at_utc: '2026-08-10T01:00:00.000Z',
  answered_at_utc: '2026-08-10T01:00:05.000Z',
  ended_at_utc: '2026-08-10T01:02:00.000Z',
  transfer: null,
};

describe('the limits and ends of unlocks', () => {
  const clock = new TestClock(new Date(START));
  const test = useTestApp({ clock });
  /** Another process on the same stores. */
  const other = perSuite(
    () => startTestApp({ databases: test.databases, settings: () => test.settings, clock }),
    (app) => app.close(),
  );
  let stage: UnlockStage;

  beforeEach(async () => {
    clock.set(START);
    await test.world.sql('DELETE FROM throttle_hits');
    stage = await UnlockStage.open(test);
  });

  // unlocks 1.5
  it('are asked for ten times in 15 minutes, over two processes and for each call', async () => {
    const { manager, callId } = stage;
    const answers: string[] = [];
    for (let at = 0; at < 6; at += 1)
      answers.push(
        ...(await Promise.all(
          [test, other].map(async (by) => {
            const response = await stage.ask({}, manager, callId, by);
            return response.status === 201 ? '201' : codeOf(response);
          }),
        )),
      );
    expect(answers.filter((it) => it === '429 rate_limited')).toHaveLength(2);
    expect(answers.filter((it) => it === '201')).toHaveLength(1);
    expect(answers.filter((it) => it === '409 unlock_open')).toHaveLength(9);
    const full = await stage.ask();
    expect([full.status, Number(full.get('Retry-After'))]).toEqual([429, expect.any(Number)]);
    await stage.ask({}, manager, await stage.aCall()).expect(201);
    const colleague = await test.world.aUser(stage.tenant, { role: 'client_manager' });
    await stage.ask({}, colleague).expect(201);
  });

  // unlocks 1.6
  it('are open once for a person and a call, also for two processes at once', async () => {
    for (let round = 0; round < 3; round += 1) {
      const callId = await stage.aCall();
      const both = await Promise.all(
        [test, other].map((by) => stage.ask({}, stage.manager, callId, by).then(({ status }) => status)),
      );
      expect(both.toSorted()).toEqual([201, 409]);
    }
  });

  // unlocks 1.6, 3.4
  it('end with the data of the caller, and lose their notes', async () => {
    const unlockId = await stage.unlocked({ kinds: EVERY_KIND, note: 'A note about the caller.' });
    expect(kindsIn(await stage.detail())).toEqual(EVERY_KIND);
    await eraseCaller(test, stage.tenant, CANARIES.phone);
    const detail = await stage.detail();
    expect([detail['caller'], detail['summary'], detail['transcript']]).toEqual([undefined, null, undefined]);
    expect(await stage.shown(unlockId)).toMatchObject({
      ...{ state: 'ended', note: null, ended_by: null, looks: 1 },
    });
    expect(codeOf(await stage.ask())).toBe('409 unlock_call_erased');
    const rows = await inStore(
      test,
      'SELECT unlock_id FROM call_pii_unlocks WHERE client_id = $1 AND note_encrypted IS NOT NULL',
      [stage.tenant.clientId],
    );
    expect(rows).toEqual([]);
  });

  // unlocks 3.4, 4.2
  it('open no transcript past its retention, and go with their call', async () => {
    const { manager, admin } = stage;
    const callId = await stage.aCall(IN_AUGUST);
    const unlockId = await stage.unlocked({ kinds: EVERY_KIND }, manager, callId);
    await test.world.governance(stage.tenant, { transcriptRetentionDays: 0 });
    const detail = await stage.detail(manager, callId);
    expect([detail['transcript'], kindsIn(detail)]).toEqual([null, EVERY_KIND]);
    expect((await stage.get(`/v1/calls/${callId}/transcript-download`)).status).toBe(404);
    await dropCallsBefore(test, new Date('2026-09-01T00:00:00Z'));
    expect((await stage.get(`/v1/calls/${callId}`)).status).toBe(404);
    expect((await stage.get(stage.at(callId, `/${unlockId}`), admin)).status).toBe(404);
    const left = await inStore(test, 'SELECT unlock_id FROM call_pii_unlocks WHERE client_id = $1', [
      stage.tenant.clientId,
    ]);
    expect(left).toEqual([]);
  });

  // unlocks 3.2
  it('close with the policy, the governance of the project and the role', async () => {
    const { tenant, project, manager } = stage;
    await stage.unlocked({ kinds: EVERY_KIND });
    expect(kindsIn(await stage.detail())).toEqual(EVERY_KIND);
    await test.world.projectGovernance(tenant, project, { piiPermissions: { client_manager: ['summary'] } });
    expect(kindsIn(await stage.detail())).toEqual(['summary']);
    await test.world.sql(
      `UPDATE pii_policies SET unlockable = false WHERE client_id = $1 AND kind = 'summary'`,
      [tenant.clientId],
    );
    expect(kindsIn(await stage.detail())).toEqual([]);
    await test.world.sql(`UPDATE portal_user_client_assignments SET active = false WHERE user_id = $1`, [
      manager.userId,
    ]);
    expect((await stage.get(`/v1/calls/${stage.callId}`)).status).not.toBe(200);
  });

  // unlocks 3.3
  it('open nothing while a look cannot be recorded', async () => {
    const unlockId = await stage.unlocked({ kinds: EVERY_KIND });
    const looked = (may: 'GRANT' | 'REVOKE'): Promise<unknown> =>
      inStore(
        test,
        `${may} UPDATE (looks) ON call_pii_unlocks ${may === 'GRANT' ? 'TO' : 'FROM'} telephony_app`,
      );
    await looked('REVOKE');
    expect(kindsIn(await stage.detail())).toEqual([]);
    const text = await stage.get(`/v1/calls/${stage.callId}/transcript-download`).expect(200);
    expect(text.text).toContain('Text: redacted');
    expect(await stage.shown(unlockId)).toMatchObject({ state: 'approved', looks: 0 });
    expect(await stage.audits('pii_unlock.looked')).toEqual([]);
    await looked('GRANT');
    expect(kindsIn(await stage.detail())).toEqual(EVERY_KIND);
  });

  // unlocks 2.1, 3.1, 3.3, 4.1
  it('count as many looks as were made, whatever is done in whatever order', async () => {
    const acts = ['look', 'look', 'file', 'end', 'ask', 'approve', 'deny', 'wait', 'wait long'] as const;
    const runs = fc.asyncProperty(
      fc.array(fc.constantFrom(...acts), { minLength: 12, maxLength: 30 }),
      async (steps) => {
        clock.set(START);
        await test.world.sql('DELETE FROM throttle_hits');
        const callId = await stage.aCall();
        const made = new Map<string, number>();
        let open: { id: string; until: number | null } | null = null;
        let asked: string | null = null;
        for (const step of steps) {
          const now = clock.now().getTime();
          const isOpen = open !== null && (open.until === null || now < open.until);
          if (step === 'wait') clock.advance(4 * MINUTE);
          else if (step === 'wait long') clock.advance(HOUR);
          else if (step === 'look' || step === 'file') {
            const sees: boolean =
              step === 'look'
                ? kindsIn(await stage.detail(stage.manager, callId)).length > 0
                : (await stage.get(`/v1/calls/${callId}/transcript-download`).expect(200)).text.includes(
                    'Text: as spoken',
                  );
            expect(sees).toBe(isOpen);
            if (!sees || open === null) continue;
            made.set(open.id, (made.get(open.id) ?? 0) + 1);
            open.until ??= now + 15 * MINUTE;
          } else if (step === 'ask') {
            const response = await stage.ask({}, stage.manager, callId);
            if (response.status === 201) [asked, open] = [idOf(response), null];
          } else if (step === 'end') {
            const id: string | undefined = asked ?? open?.id;
            if (id === undefined) continue;
            await stage.act(id, 'end', stage.manager, callId);
            [asked, open] = [null, null];
          } else if (asked !== null) {
            await stage.act(asked, step, stage.admin, callId).expect(200);
            open = step === 'approve' ? { id: asked, until: null } : null;
            asked = null;
          }
        }
        const { items } = await stage.read(stage.at(callId), stage.admin);
        const audits = (await stage.audits('pii_unlock.looked')).map((it) => it['metadata'] as Body);
        for (const unlock of items) {
          const id = unlock['unlock_id'] as string;
          expect([id, unlock['looks']]).toEqual([id, made.get(id) ?? 0]);
          expect(audits.filter((it) => it['unlock_id'] === id)).toHaveLength(made.get(id) ?? 0);
        }
      },
    );
    await fc.assert(runs, { seed: SEED, numRuns: atDepth({ ordinary: 6, full: 150 }), endOnFailure: true });
  });

  // Last: its worker uses the real time and works on the whole store. unlocks 2.7
  it('are told to those who decide and to their person', async () => {
    const { admin, other: second, manager } = stage;
    const worker = await startWorker(test);
    const bell = async (as = admin): Promise<unknown[]> => {
      const query = { client_id: stage.tenant.clientId };
      return (await stage.read('/v1/portal/notices', as, query)).items
        .filter((it) => it['kind'] === 'pii_unlock')
        .map((it) => it['title']);
    };
    try {
      await test.world.unlockPii(stage.tenant, 'client_admin', 'summary');
      const own = idOf(await stage.ask({ kinds: ['summary'] }, second).expect(201));
      const asked = 'A person asks to see personal data of a call';
      await eventually(async () => expect(await bell(admin)).toEqual([asked]));
      expect([await bell(second), await bell(manager)]).toEqual([[], []]);
      await stage.act(own, 'deny', admin).expect(200);
      await eventually(async () =>
        expect(await bell(second)).toEqual(['Your request to see personal data was denied']),
      );
      await stage.unlocked();
      await eventually(async () =>
        expect(await bell(manager)).toEqual(['Your request to see personal data was approved']),
      );
      expect(await bell(admin)).toEqual([asked, asked]);
    } finally {
      await worker.close();
    }
  });
});
