import { describe, expect, it } from 'vitest';
import { perTest } from '../../support/frames.js';
import { useSharedApp } from '../../support/shared-app.js';
import { aNumber, PlantedCampaigns } from './planted-campaigns.js';

type Answer = Record<string, unknown> & {
  readonly counts: Record<string, number>;
  readonly validation_state: Record<string, unknown>;
};
interface Logged {
  readonly action: string;
  readonly from_status: string;
  readonly to_status: string;
  readonly reason: string | null;
}

const HOUR = 3_600_000;
const inHours = (hours: number): Date => new Date(Date.now() + hours * HOUR);

describe('control of campaigns', () => {
  const test = useSharedApp();
  const desk = perTest(() => PlantedCampaigns.open(test));

  const campaignWith = async (
    columns: object,
    statuses: readonly string[] = ['pending'],
  ): Promise<string> => {
    const campaignId = await desk.campaign({ ...columns });
    for (const [place, status] of statuses.entries())
      await desk.contact(campaignId, aNumber(place), { status });
    return campaignId;
  };
  const control = async (campaignId: string, action: string, status = 200): Promise<Answer> =>
    (await desk.post(`/${campaignId}/${action}`).expect(status)).body as Answer;
  const log = (campaignId: string): Promise<Logged[]> =>
    desk.inStore<Logged>(
      'SELECT action, from_status, to_status, reason FROM campaign_log WHERE campaign_id = $1 ORDER BY entry_id',
      [campaignId],
    );
  const items = async (campaignId: string): Promise<Date[]> => {
    const rows = await desk.inStore<{ ready_at: Date }>(
      `SELECT ready_at FROM work_items WHERE kind = 'outbound-campaign.due' AND key = $1 ORDER BY item_id`,
      [campaignId],
    );
    return rows.map(({ ready_at: at }) => at);
  };

  // campaigns 9.1, 9.2, 9.8
  it('runs a draft that nothing is against, and keeps a line of it', async () => {
    const end = inHours(5);
    const campaignId = await campaignWith({ schedule_end_at: end });
    const answer = await control(campaignId, 'run');
    expect(answer).toMatchObject({
      campaign_id: campaignId,
      status: 'running',
      status_reason: 'user',
      started_at_utc: expect.any(String) as string,
      completed_at_utc: null,
      counts: { total: 1, pending: 1, callable: 1 },
      validation: { campaign_id: campaignId, blockers: [] },
    });
    expect(answer.validation_state['blocker_count']).toBe(0);
    expect((await desk.get(`/${campaignId}`).expect(200)).body).toMatchObject({ status: 'running' });
    expect(await log(campaignId)).toEqual([
      { action: 'run', from_status: 'draft', to_status: 'running', reason: 'user' },
    ]);
    expect(await items(campaignId)).toEqual([end]);
    expect(await desk.audits()).toEqual([
      {
        action: 'outbound_campaign.status_changed',
        metadata: {
          campaign_id: campaignId,
          control: 'run',
          from_status: 'draft',
          to_status: 'running',
          reason: 'user',
          contacts: 0,
        },
      },
    ]);
  });

  // campaigns 9.1
  it('schedules one whose start is ahead, and marks the start', async () => {
    const start = inHours(2);
    const campaignId = await campaignWith({ schedule_start_at: start });
    expect(await control(campaignId, 'run')).toMatchObject({ status: 'scheduled', started_at_utc: null });
    expect(await items(campaignId)).toEqual([start]);
    const paused = await campaignWith({ status: 'paused', schedule_start_at: start });
    expect(await control(paused, 'resume')).toMatchObject({ status: 'scheduled' });
  });

  // campaigns 9.2
  it.each([
    ['run', 'draft'],
    ['run', 'scheduled'],
    ['resume', 'paused'],
  ])('does not change a campaign that a %s finds blocked, and says why', async (action, status) => {
    const campaignId = await desk.campaign({ status });
    const answer = await control(campaignId, action);
    expect(answer).toMatchObject({
      status,
      status_reason: null,
      validation: { status: 'blocked', blockers: [{ code: 'no_contacts' }] },
      validation_state: { status: 'blocked' },
    });
    expect(await log(campaignId)).toEqual([]);
    expect(await desk.audits()).toMatchObject([
      { action: 'outbound_campaign.validated', metadata: { status: 'blocked', control: action } },
    ]);
  });

  // campaigns 9.3
  it('pauses with queued contacts back to pending, and resumes', async () => {
    const campaignId = await campaignWith({ status: 'running' }, [
      'queued',
      'queued',
      'dialing',
      'in_call',
      'retry_scheduled',
      'completed',
    ]);
    const paused = await control(campaignId, 'pause');
    expect(paused).toMatchObject({ status: 'paused', status_reason: 'user' });
    expect(paused).not.toHaveProperty('validation');
    expect(paused.counts).toMatchObject({
      pending: 2,
      queued: 0,
      dialing: 1,
      in_call: 1,
      retry_scheduled: 1,
      completed: 1,
    });
    expect(await control(campaignId, 'resume')).toMatchObject({ status: 'running', status_reason: 'user' });
  });

  // campaigns 2.9
  it('shows in the detail who or what changed the status and why, the last fifty times', async () => {
    const campaignId = await campaignWith({ status: 'running' });
    await desk.inStore(
      `INSERT INTO campaign_log (client_id, data_env, campaign_id, occurred_at, action, from_status, to_status, reason, actor_kind, actor_id)
       SELECT client_id, data_env, campaign_id, now(), 'breaker_tripped', 'running', 'paused', 'circuit_breaker', 'system', 'worker'
         FROM campaigns, generate_series(1, 60) WHERE campaign_id = $1`,
      [campaignId],
    );
    await control(campaignId, 'pause');
    const { status_log: told } = (await desk.get(`/${campaignId}`).expect(200)).body as {
      status_log: object[];
    };
    expect(told).toHaveLength(50);
    expect(told.slice(0, 2)).toEqual([
      {
        changed_at_utc: expect.any(String) as string,
        changed_by_kind: 'bearer',
        changed_by: desk.adminId,
        action: 'pause',
        from_status: 'running',
        to_status: 'paused',
        reason: 'user',
      },
      expect.objectContaining({ action: 'breaker_tripped', changed_by_kind: 'system', changed_by: 'worker' }),
    ]);
  });

  // campaigns 9.4
  it('cancels open contacts, leaves calls under way and what is over, and keeps its history', async () => {
    const statuses = [
      'pending',
      'pending_dispatch',
      'queued',
      'retry_scheduled',
      'dialing',
      'in_call',
      'completed',
      'failed',
    ];
    const campaignId = await campaignWith({ status: 'running', started_at: new Date() }, statuses);
    const answer = await control(campaignId, 'cancel');
    expect(answer).toMatchObject({
      status: 'cancelled',
      started_at_utc: expect.any(String) as string,
      completed_at_utc: null,
    });
    expect(answer.counts).toMatchObject({
      total: 8,
      cancelled: 4,
      dialing: 1,
      in_call: 1,
      completed: 1,
      failed: 1,
      pending: 0,
    });
    expect(
      (await desk.get(`/${campaignId}/contacts`, { validation_code: 'campaign_closed' })).body,
    ).toMatchObject({
      pagination: { total: 4 },
    });
    expect(await log(campaignId)).toHaveLength(1);
  });

  const POSSIBLE: Readonly<Record<string, readonly string[]>> = {
    run: ['draft', 'scheduled'],
    pause: ['scheduled', 'running'],
    resume: ['paused'],
    cancel: ['draft', 'scheduled', 'running', 'paused'],
  };
  const STATUSES = ['draft', 'scheduled', 'running', 'paused', 'completed', 'cancelled', 'failed'];
  // campaigns 9.1
  it.each(Object.keys(POSSIBLE))('refuses to %s in every other status', async (action) => {
    for (const status of STATUSES.filter((name) => !POSSIBLE[action]!.includes(name))) {
      const campaignId = await campaignWith({ status });
      expect(await control(campaignId, action, 422)).toMatchObject({
        error: { code: 'invalid_campaign_state' },
      });
      expect(await log(campaignId)).toEqual([]);
    }
  });

  it('does what many ask for with one key once, and answers all of them alike', async () => {
    const campaignId = await campaignWith({});
    const send = () => desk.post(`/${campaignId}/run`, {}, { 'Idempotency-Key': 'one' });
    const answers = await Promise.all(Array.from({ length: 12 }, send));
    const done = answers.filter(({ status }) => status === 200);
    expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
    expect(new Set(done.map(({ text }) => text)).size).toBe(1);
    for (const { status, body } of answers) {
      if (status === 409) expect(body).toMatchObject({ error: { code: 'idempotency_request_in_progress' } });
    }
    const again = await send().expect(200);
    expect([again.text, again.headers['idempotent-replayed']]).toEqual([done[0]!.text, 'true']);
    expect(await log(campaignId)).toHaveLength(1);
    // The same key on another campaign makes another request.
    const other = await campaignWith({});
    const reused = await desk.post(`/${other}/run`, {}, { 'Idempotency-Key': 'one' }).expect(422);
    expect(reused.body).toMatchObject({ error: { code: 'idempotency_key_reuse' } });
    await desk.post(`/${other}/run`, {}, { 'Idempotency-Key': '' }).expect(400);
  });

  // campaigns 9.8
  it('lets one of many win who run it at once with keys of their own', async () => {
    const campaignId = await campaignWith({});
    const answers = await Promise.all(Array.from({ length: 6 }, () => desk.post(`/${campaignId}/run`)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422, 422, 422]);
    expect(await log(campaignId)).toHaveLength(1);
  });

  // campaigns 9.8
  it('changes nothing when its audit row cannot be written', async () => {
    const campaignId = await campaignWith({ status: 'running' }, ['queued']);
    await desk.inStore('ALTER TABLE audit_outbox ADD CONSTRAINT none CHECK (false) NOT VALID');
    try {
      await control(campaignId, 'pause', 500);
    } finally {
      await desk.inStore('ALTER TABLE audit_outbox DROP CONSTRAINT none');
    }
    expect(await log(campaignId)).toEqual([]);
    expect((await desk.get(`/${campaignId}`)).body).toMatchObject({
      status: 'running',
      counts: { queued: 1 },
    });
  });
});
