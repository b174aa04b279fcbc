import type { INestApplicationContext } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DUE_CHANNEL } from '../../../src/core/database/outbox/enqueue-work.queries.js';
import { punctually, useTestApp } from '../../support/app.js';
import { whileLocked } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { perTest } from '../../support/frames.js';
import { startWorker } from '../../support/worker.js';
import { aNumber, PlantedCampaigns } from './planted-campaigns.js';

const SECOND = 1000;
const inSeconds = (seconds: number): Date => new Date(Date.now() + seconds * SECOND);
const AN_HOUR = 3600;

// Fails if a work item is processed by its original purpose instead of the campaign's state when it
// is due.
describe('the schedule of campaigns', () => {
  const test = useTestApp();
  let worker: INestApplicationContext | null = null;

  beforeAll(async () => {
    worker = await startWorker(test);
  });
  afterAll(() => worker?.close());
  const desk = perTest(() => PlantedCampaigns.open(test));

  async function stopWorker(): Promise<void> {
    await worker!.close();
    worker = null;
  }

  const campaignWith = async (
    columns: object,
    statuses: readonly string[] = ['pending'],
  ): Promise<string> => {
    const campaignId = await desk.campaign({ ...columns });
    for (const [place, status] of statuses.entries())
      await desk.contact(campaignId, aNumber(place), { status });
    return campaignId;
  };
  const detail = async (campaignId: string): Promise<Record<string, unknown>> =>
    (await desk.get(`/${campaignId}`).expect(200)).body as Record<string, unknown>;
  const becomes = (campaignId: string, expected: object): Promise<void> =>
    eventually(async () => expect(await detail(campaignId)).toMatchObject(expected));
  /** Brings the work items of the campaign forward by an hour and a minute, and wakes the worker. */
  const workComesDue = async (campaignId: string): Promise<void> => {
    await desk.inStore(
      `UPDATE work_items SET ready_at = ready_at - interval '61 minutes'
        WHERE kind = 'outbound-campaign.due' AND key = $1
       RETURNING pg_notify('${DUE_CHANNEL}', json_build_array(client_id, data_env, kind)::text)`,
      [campaignId],
    );
  };
  /** Brings the schedule of the campaign forward as far, without its work items. */
  const timeComes = async (campaignId: string): Promise<void> => {
    await desk.inStore(
      `UPDATE campaigns SET schedule_start_at = schedule_start_at - interval '61 minutes',
                            schedule_end_at = schedule_end_at - interval '61 minutes' WHERE campaign_id = $1`,
      [campaignId],
    );
  };
  const comesDue = async (campaignId: string): Promise<void> => {
    await timeComes(campaignId);
    await workComesDue(campaignId);
  };
  const isDone = (campaignId: string): Promise<void> =>
    eventually(async () => {
      const left = await desk.inStore(
        `SELECT FROM work_items WHERE kind = 'outbound-campaign.due' AND key = $1 AND ready_at < now() + interval '1 hour'`,
        [campaignId],
      );
      expect(left).toEqual([]);
    });

  // campaigns 9.1, 9.5
  it('starts what is scheduled, and says by what', async () => {
    const campaignId = await campaignWith({ schedule_start_at: inSeconds(AN_HOUR) });
    await desk.post(`/${campaignId}/run`).expect(200);
    expect(await detail(campaignId)).toMatchObject({ status: 'scheduled' });
    await comesDue(campaignId);
    await becomes(campaignId, { status: 'running', status_reason: 'schedule_window' });
    const [line] = await desk.inStore(
      `SELECT action, actor_kind, actor_id FROM campaign_log WHERE campaign_id = $1 ORDER BY entry_id DESC`,
      [campaignId],
    );
    expect(line).toEqual({ action: 'start_reached', actor_kind: 'system', actor_id: 'worker' });
  });

  // campaigns 9.1, 9.5
  it('pauses what is found blocked at its start', async () => {
    const campaignId = await campaignWith({ schedule_start_at: inSeconds(AN_HOUR) });
    await desk.post(`/${campaignId}/run`).expect(200);
    await desk.inStore('DELETE FROM campaign_contacts WHERE campaign_id = $1', [campaignId]);
    await comesDue(campaignId);
    await becomes(campaignId, {
      status: 'paused',
      status_reason: 'validation_blocked',
      validation_state: { status: 'blocked' },
    });
  });

  // campaigns 9.6
  it('completes what is running at its end, and closes what is left', async () => {
    const campaignId = await campaignWith({ schedule_end_at: inSeconds(AN_HOUR) }, [
      'pending',
      'retry_scheduled',
      'dialing',
      'completed',
    ]);
    await desk.contact(campaignId, aNumber(9), { not_callable_reason: 'dnc' });
    await desk.post(`/${campaignId}/run`).expect(200);
    await comesDue(campaignId);
    await becomes(campaignId, {
      status: 'completed',
      status_reason: 'schedule_window',
      completed_at_utc: expect.any(String) as string,
      counts: { total: 5, expired: 2, suppressed: 1, dialing: 1, completed: 1, callable: 2 },
    });
  });

  // campaigns 9.5, 9.6
  it('starts and ends what came due while no worker ran', async () => {
    await stopWorker();
    const late = await campaignWith({ schedule_start_at: inSeconds(AN_HOUR) });
    const over = await campaignWith({ schedule_end_at: inSeconds(AN_HOUR) });
    await desk.post(`/${late}/run`).expect(200);
    await desk.post(`/${over}/run`).expect(200);
    for (const campaignId of [late, over]) await comesDue(campaignId);
    worker = await startWorker(test);
    await becomes(late, { status: 'running' });
    await becomes(over, { status: 'completed' });
  });

  // Fails if a look that a busy store has not answered in time waits for half a minute before it is
  // tried again. campaigns 9.5
  it('starts what a busy store kept from its first look within seconds', async () => {
    // The client gives up an unanswered request when a process does, long before other test
    // workers.
    await stopWorker();
    worker = await startWorker({ databases: test.databases, settings: punctually(test.settings) });
    const campaignId = await campaignWith({ schedule_start_at: inSeconds(AN_HOUR) });
    await desk.post(`/${campaignId}/run`).expect(200);
    await timeComes(campaignId);
    await whileLocked(desk.storeUrl, 'campaigns IN ACCESS EXCLUSIVE MODE', async (unlock) => {
      await workComesDue(campaignId);
      await eventually(async () => {
        const items = await desk.inStore(
          `SELECT FROM work_items
            WHERE kind = 'outbound-campaign.due' AND key = $1 AND attempts > 0 AND lease_token IS NULL`,
          [campaignId],
        );
        expect(items).toHaveLength(1);
      });
      await unlock();
    });
    await becomes(campaignId, { status: 'running' });
    await stopWorker();
    worker = await startWorker(test);
  });

  // campaigns 9.6
  it('follows a schedule that was moved, and lets the work item of the old one do nothing', async () => {
    const later = await campaignWith({ schedule_start_at: inSeconds(AN_HOUR) });
    const sooner = await campaignWith({ schedule_start_at: inSeconds(3 * AN_HOUR) });
    await desk.post(`/${later}/run`).expect(200);
    await desk.post(`/${sooner}/run`).expect(200);
    const patch = (campaignId: string, at: Date) =>
      test
        .request()
        .patch(`/v1/outbound-campaigns/${campaignId}`)
        .set(desk.admin)
        .send({ schedule_start_at_utc: at.toISOString() })
        .expect(200);
    await patch(later, inSeconds(3 * AN_HOUR));
    await patch(sooner, inSeconds(AN_HOUR));
    await comesDue(sooner);
    await becomes(sooner, { status: 'running' });
    await workComesDue(later);
    await isDone(later);
    expect(await detail(later)).toMatchObject({ status: 'scheduled' });
  });

  // campaigns 9.1
  it('leaves alone what somebody has stopped', async () => {
    const campaignId = await campaignWith({ schedule_start_at: inSeconds(AN_HOUR) });
    await desk.post(`/${campaignId}/run`).expect(200);
    await desk.post(`/${campaignId}/pause`).expect(200);
    await comesDue(campaignId);
    await isDone(campaignId);
    expect(await detail(campaignId)).toMatchObject({ status: 'paused', status_reason: 'user' });
  });
});
