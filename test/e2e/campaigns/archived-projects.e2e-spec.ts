import { randomUUID } from 'node:crypto';
import type { INestApplicationContext } from '@nestjs/common';
import type { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Clock } from '../../../src/core/time/clock.js';
import { ArchivedProjects } from '../../../src/features/campaigns/archived-projects/archived-projects.job.js';
import { BEGIN_OPT_OUT } from '../../../src/features/campaigns/lookup/suppressed-numbers.queries.js';
import { startTestApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { faultsOf } from '../../support/campaigns.js';
import { IN_THIS_DATABASE, withClient } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { numbers, RuntimeFixture } from '../dispatch/dispatching.js';
import { callsOf } from '../dispatch/single-calls.js';
import { snapshotOf } from '../projects/projecting.js';
import { WorkBench } from '../work/work-bench.js';

describe('campaigns and single calls of a project that is archived', () => {
  let bench: WorkBench;
  let worker: INestApplicationContext;
  let test: TestApp;
  let runtime: RuntimeFixture;
  beforeAll(async () => {
    bench = await WorkBench.open();
    worker = await bench.startWorker();
    // Started after the worker: with several applications in one process, passport uses the checks
    // of the last one.
    test = await startTestApp({ databases: bench.test.databases });
  });
  afterAll(async () => {
    await test.close();
    await bench.close();
  });
  beforeEach(async () => {
    runtime = await RuntimeFixture.open(test, test.app.get(Clock, { strict: false }));
  });

  const move = async (action: 'archive' | 'restore'): Promise<void> => {
    const { projectId, admin, tenant } = runtime.desk;
    const path = `/v1/projects/${projectId}`;
    const as = { client_id: tenant.clientId };
    const shown = await test.request().get(`${path}/lifecycle`).set(admin).query(as).expect(200);
    const { revision_token } = snapshotOf(shown).project;
    await test
      .request()
      .post(`${path}/${action}`)
      .set(admin)
      .query(as)
      .set('Idempotency-Key', randomUUID())
      .send({ revision_token })
      .expect(200);
  };
  const launch = async (action: 'run' | 'resume', campaignId: string): Promise<object> =>
    (await runtime.desk.send('post', `/${campaignId}/${action}`).expect(200)).body as object;
  const paused = (campaignId: string) =>
    eventually(async () => expect(await runtime.desk.detail(campaignId)).toMatchObject({ status: 'paused' }));

  // campaigns 9.12
  it('pause with a reason that can be read, and no more contacts are handed out', async () => {
    const running = await runtime.aRunningCampaign(numbers(3));
    const [inFlight] = await runtime.takenInTime(1);
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    const scheduled = (await runtime.desk.made({ schedule_start_at_utc: soon })).campaign_id;
    await runtime.desk
      .send('post', `/${scheduled}/contacts/import-json`, {
        body: {
          source_id: 'crm',
          batch_id: 'batch-2',
          contacts: [{ to_number: numbers(1, 50)[0], external_contact_id: 'later' }],
        },
      })
      .expect(200);
    expect(await launch('run', scheduled)).toMatchObject({ status: 'scheduled' });
    const draft = (await runtime.desk.made()).campaign_id;
    await move('archive');
    for (const [campaignId, from] of [
      [running, 'running'],
      [scheduled, 'scheduled'],
    ] as const) {
      await paused(campaignId);
      expect(await runtime.desk.detail(campaignId)).toMatchObject({
        status: 'paused',
        status_reason: 'validation_blocked',
        status_log: expect.arrayContaining([
          expect.objectContaining({
            action: 'project_archived',
            from_status: from,
            to_status: 'paused',
            reason: 'validation_blocked',
            changed_by: 'worker',
          }),
        ]) as unknown,
      });
    }
    expect(await runtime.taken()).toEqual([]);
    expect((await runtime.desk.detail(draft)).status).toBe('draft');
    // A call in progress ends and is reported as usual.
    expect((await runtime.end(inFlight!.dispatch_id, 'answered')).body).toMatchObject({ applied: true });
    expect((await runtime.contacts(running)).sort()).toEqual([
      'completed campaign_closed 1 answered',
      'pending - 0 -',
      'pending - 0 -',
    ]);
  });

  // campaigns 9.12, 6.3
  it('are refused a launch until the project is restored, and then may be resumed', async () => {
    const campaignId = await runtime.aRunningCampaign(numbers(2));
    await move('archive');
    await paused(campaignId);
    expect(await launch('resume', campaignId)).toMatchObject({
      status: 'paused',
      validation: { status: 'blocked', blockers: [{ scope: 'project', code: 'project_archived' }] },
    });
    await move('restore');
    expect(await runtime.taken()).toEqual([]);
    expect(await launch('resume', campaignId)).toMatchObject({ status: 'running' });
    expect(await runtime.takenInTime(2)).toHaveLength(2);
  });

  // dispatch 7.11
  it('are refused where they wait for a runtime, and end as usual where one has taken them', async () => {
    const calls = callsOf(runtime);
    const taken = await calls.asked();
    expect(await runtime.taken()).toHaveLength(1);
    const waiting = await calls.asked({ to_number: numbers(1, 7)[0] });
    expect(waiting.status).toBe('queued');
    await move('archive');
    await eventually(async () =>
      expect(await calls.status(waiting.dispatch_id)).toMatchObject({
        status: 'refused',
        refused_codes: ['project_archived'],
      }),
    );
    expect(await runtime.taken()).toEqual([]);
    expect((await runtime.end(taken.dispatch_id, 'answered')).body).toMatchObject({ applied: true });
    expect(await calls.status(taken.dispatch_id)).toMatchObject({
      status: 'ended',
      disposition: 'answered',
    });
  });

  // campaigns 9.12
  it('leave those of other projects alone', async () => {
    const campaignId = await runtime.aRunningCampaign(numbers(1));
    const other = await RuntimeFixture.open(test, test.app.get(Clock, { strict: false }), {
      tenant: runtime.desk.tenant,
    });
    const free = await other.aRunningCampaign(numbers(1, 9));
    await move('archive');
    await paused(campaignId);
    expect((await other.takenInTime(1)).map(({ campaign_id: id }) => id)).toEqual([free]);
  });

  describe('at the same moment', () => {
    const store = (): string => test.databases.superuser.storeUrls.get('store-a')!;
    /** This many requests wait for locks of the connection. */
    const waiters = (client: Client, count: number) =>
      eventually(async () => {
        const text = `SELECT FROM pg_locks WHERE NOT granted AND (${IN_THIS_DATABASE} OR database IS NULL)`;
        expect((await client.query(text)).rows.length).toBeGreaterThanOrEqual(count);
      });
    /**
     * Archives the project while `request` waits for the locks of the statement, and makes the
     * worker wait behind the request.
     */
    const archivedWhile = <T>(text: string, values: unknown[], request: () => Promise<T>): Promise<T> =>
      withClient(store(), async (client) => {
        await client.query('BEGIN');
        await client.query(text, values);
        const answer = request();
        await waiters(client, 1);
        await move('archive');
        await waiters(client, 2);
        await client.query('COMMIT');
        return answer;
      });
    const pausedWithContacts = async (): Promise<string> => {
      const campaignId = await runtime.aRunningCampaign(numbers(2));
      await runtime.desk.send('post', `/${campaignId}/pause`).expect(200);
      return campaignId;
    };

    // campaigns 9.12. Fails if a launch does not check the project again once it has locked the
    // campaign.
    it('a launch that was validated before is refused', async () => {
      const campaignId = await pausedWithContacts();
      const answer = await archivedWhile(
        'SELECT FROM campaigns WHERE campaign_id = $1 FOR UPDATE',
        [campaignId],
        () => launch('resume', campaignId),
      );
      expect(answer).toMatchObject({
        status: 'paused',
        validation: { blockers: [{ code: 'project_archived' }] },
      });
    });

    // campaigns 9.12. Fails if campaigns that are not running yet are left out.
    it('a launch that is just being stored is paused after that', async () => {
      const campaignId = await pausedWithContacts();
      const answer = await archivedWhile('LOCK TABLE campaign_log IN SHARE MODE', [], () =>
        launch('resume', campaignId),
      );
      expect(answer).toMatchObject({ status: 'running' });
      await paused(campaignId);
      expect(await runtime.taken()).toEqual([]);
    });

    // campaigns 9.12
    it('a take hands out what it has chosen, which ends as usual, and the next one nothing', async () => {
      const campaignId = await runtime.aRunningCampaign(numbers(3));
      const [lease, ...others] = await archivedWhile('LOCK TABLE outbound_evidence IN SHARE MODE', [], () =>
        runtime.taken(1),
      );
      expect([lease!.campaign_id, others]).toEqual([campaignId, []]);
      await paused(campaignId);
      expect(await runtime.taken()).toEqual([]);
      expect((await runtime.end(lease!.dispatch_id, 'no_answer')).body).toMatchObject({ applied: true });
    });

    // dispatch 7.11. Fails if a single call is stored without checking the project again.
    it('a single call whose project was published before is 422', async () => {
      const { clientId, dataEnv } = runtime.desk.tenant;
      const answer = await archivedWhile(
        BEGIN_OPT_OUT.text,
        [clientId, dataEnv, runtime.desk.projectId],
        () => callsOf(runtime).ask(),
      );
      expect([answer.status, faultsOf(answer)]).toEqual([422, [['body.project_id', 'project_archived']]]);
    });

    // dispatch 7.11. Fails if calls are refused without waiting for those that are being stored.
    it('a single call that is just being stored is refused after that', async () => {
      const calls = callsOf(runtime);
      const { dispatch_id: id } = await archivedWhile('LOCK TABLE single_dispatches IN SHARE MODE', [], () =>
        calls.asked(),
      );
      await eventually(async () =>
        expect(await calls.status(id)).toMatchObject({ refused_codes: ['project_archived'] }),
      );
    });
  });

  // campaigns 9.12, dispatch 7.11
  it('that was restored before the worker came still stop, and what was started since continues', async () => {
    const { clientId, dataEnv } = runtime.desk.tenant;
    const { projectId } = runtime.desk;
    const calls = callsOf(runtime);
    const before = await runtime.aRunningCampaign(numbers(1));
    const asked = await calls.asked({ to_number: numbers(1, 20)[0] });
    const resumed = await runtime.aRunningCampaign(numbers(1, 1), { name: 'Resumed' });
    await runtime.desk.send('post', `/${resumed}/pause`).expect(200);
    const archivedAt = await betweenInstants();
    expect(await launch('resume', resumed)).toMatchObject({ status: 'running' });
    const since = await calls.asked({ to_number: numbers(1, 21)[0] });
    const job = worker.get(ArchivedProjects, { strict: false });
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await job.handle({ clientId, dataEnv, projectId, archivedAt: archivedAt.toISOString() });
    }
    const statuses = [before, resumed].map(async (id) => (await runtime.desk.detail(id)).status);
    expect(await Promise.all(statuses)).toEqual(['paused', 'running']);
    const [first, second] = [await calls.status(asked.dispatch_id), await calls.status(since.dispatch_id)];
    expect([first.status, second.status]).toEqual(['refused', 'queued']);
  });
});

/** An instant between two others, to distinguish earlier from later work. */
async function betweenInstants(): Promise<Date> {
  const next = async (from: number): Promise<number> => {
    await eventually(() => expect(Date.now()).toBeGreaterThan(from), 1);
    return Date.now();
  };
  const instant = await next(Date.now());
  await next(instant);
  return new Date(instant);
}
