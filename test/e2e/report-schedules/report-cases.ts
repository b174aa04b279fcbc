import type { TestApp } from '../../support/app.js';
import { bearer } from '../access/callers.js';

/** A request about a report schedule, or one that creates it. */
export const aboutReportSchedule =
  (method: 'post' | 'patch' | 'delete', action: '' | '/sample' | null = null, body: object = {}) =>
  async (test: TestApp) => {
    const path = '/v1/portal/report-schedules';
    const tenant = await test.world.aTenant();
    const headers = bearer((await test.world.aUser(tenant, { role: 'client_admin' })).token());
    const added = await test
      .request()
      .post('/v1/portal/email-routing/addresses')
      .set(headers)
      .send({ email: 'desk@example.com', label: 'Desk' })
      .expect(200);
    const { address_id: id } = added.body as { address_id: string };
    await test.world.sql(
      `UPDATE email_addresses SET status = 'verified', verified_at = now() WHERE address_id = $1`,
      [id],
    );
    const schedule = { ...A_SCHEDULE, recipients: [id] };
    if (action === null) return { tenant, method, path, headers, body: schedule };
    const made = await test.request().post(path).set(headers).send(schedule).expect(200);
    const { schedule_id: scheduleId } = made.body as { schedule_id: string };
    const ifMatch = method === 'patch' ? { ...headers, 'If-Match': made.get('ETag')! } : headers;
    return { tenant, method, path: `${path}/${scheduleId}${action}`, headers: ifMatch, body };
  };
const A_SCHEDULE = {
  name: "Last week's calls",
  report: 'overview',
  frequency: 'weekly',
  send_at_local: '08:00',
  timezone: 'Australia/Sydney',
};
