import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Alert } from '../../../src/features/alerts/rules/alert.response.js';
import { useSharedApp } from '../../support/shared-app.js';
import { AlertStage, hoursFromNow } from './alert-stage.js';

/** Without the advice and the addresses, which depend on the role (alerts 2.3, 7.5). */
const ofEveryone = (body: unknown): object => ({ ...(body as Alert), action: null, told: null });

describe('acknowledging an alert', () => {
  const test = useSharedApp();
  let stage: AlertStage;
  beforeAll(async () => {
    stage = await AlertStage.open(test);
  });
  const aRequest = async (): Promise<{ readonly alertId: string; readonly mend: () => Promise<unknown> }> => {
    const { subjectId, mend } = await stage.request(hoursFromNow(-2), hoursFromNow(9));
    const alert = (await stage.alerts('client_admin')).find(({ subject }) => subject.id === subjectId);
    return { alertId: alert!.alert_id, mend };
  };
  const audited = () =>
    stage.sql(
      `SELECT actor_id, metadata FROM audit_events WHERE client_id = $1 AND data_env = $2 AND action = 'alert.acknowledged'`,
    );

  // alerts 4.1, 4.3, 4.5
  it('is answered alike the second time, and the first person stays', async () => {
    const { alertId, mend } = await aRequest();
    const first = await stage.acknowledge('service_operator', alertId).expect(200);
    const person = stage.people.get('service_operator')!.userId;
    expect(first.body).toMatchObject({ alert_id: alertId, state: 'acknowledged', acknowledged_by: person });
    const second = await stage.acknowledge('service_operator', alertId).expect(200);
    expect(ofEveryone(second.body)).toEqual(ofEveryone(first.body));
    const { items, open_count: count } = await stage.list('service_operator');
    expect([items, count]).toEqual([[first.body], 0]);
    expect(await audited()).toEqual([
      { actor_id: person, metadata: { alert_id: alertId, kind: 'caller_request_urgent' } },
    ]);
    await mend();
    await stage.acknowledge('service_operator', alertId).expect(404);
  });

  // alerts 4.3
  it('by several at once has one of them, and all are answered alike', async () => {
    const { alertId, mend } = await aRequest();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => stage.acknowledge('service_operator', alertId).expect(200)),
    );
    const alike = answers.map(({ body }) => ofEveryone(body));
    for (const body of alike) expect(body).toEqual(alike[0]);
    expect((await audited()).filter((it) => JSON.stringify(it).includes(alertId))).toHaveLength(1);
    await mend();
  });

  // alerts 4.2
  it('counts for the cause as it began, and not for the next one of the same thing', async () => {
    const { subjectId } = await stage.pausedCampaign('capacity');
    const states = async () =>
      (await stage.alerts('partner_admin')).map(({ state, reason }) => [state, reason]);
    const [alert] = await stage.alerts('partner_admin');
    await stage.acknowledge('partner_admin', alert!.alert_id).expect(200);
    expect(await states()).toEqual([['acknowledged', 'capacity']]);
    const pausedAt = (reason: string) =>
      stage.inStore(
        `UPDATE campaigns SET status = 'paused', status_reason = $4, status_changed_at = clock_timestamp() + interval '1 second'
          WHERE client_id = $1 AND data_env = $2 AND campaign_id = $3`,
        subjectId,
        reason,
      );
    await stage.setStatus(subjectId, 'running');
    expect(await states()).toEqual([]);
    await pausedAt('circuit_breaker');
    expect(await states()).toEqual([['open', 'circuit_breaker']]);
    // An acknowledgement works even if the store's clock is slightly ahead.
    await stage.acknowledge('partner_admin', alert!.alert_id).expect(200);
    expect(await states()).toEqual([['acknowledged', 'circuit_breaker']]);
    await stage.setStatus(subjectId, 'running');
  });

  // alerts 4.4
  it('of a foreign, unseen or absent alert, or one that others solve, is one 404', async () => {
    const { alertId, mend } = await aRequest();
    const other = await AlertStage.open(test);
    const answers = await Promise.all([
      other.acknowledge('client_admin', alertId),
      stage.acknowledge('partner_admin', alertId),
      stage.acknowledge('client_staff', alertId),
      // The role sees the request, but cannot complete it.
      stage.acknowledge('client_admin', alertId),
      stage.acknowledge('client_admin', randomUUID()),
      stage.acknowledge('client_admin', 'no-id'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    const texts = answers.map(({ body }) => ({ ...(body as object), request_id: '' }));
    for (const text of texts) expect(text).toEqual(texts[0]);
    expect((await stage.alerts('client_admin')).map(({ state }) => state)).toEqual(['open']);
    await mend();
  });
});
