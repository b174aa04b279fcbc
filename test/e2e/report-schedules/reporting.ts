import { randomUUID } from 'node:crypto';
import { Test as Nest, type TestingModule } from '@nestjs/testing';
import type { Test } from 'supertest';
import { beforeEach, expect } from 'vitest';
import { AppModule } from '../../../src/app.module.js';
import type { Tenant } from '../../../src/core/shared/auth-context.js';
import { Clock } from '../../../src/core/time/clock.js';
import { NoticeMailJob } from '../../../src/features/email-routing/outbox/notice-mail.job.js';
import { DueReportsJob } from '../../../src/features/report-schedules/delivery/due-reports.job.js';
import { SendReportJob } from '../../../src/features/report-schedules/delivery/send-report.job.js';
import type {
  ReportDelivery,
  ReportSchedule,
} from '../../../src/features/report-schedules/schedules/schedules.response.js';
import { type Refusal, startMailCatcher } from '../../../tools/dev/mail-catcher.ts';
import { admitCredentialsOf, type TestApp, useTestApp, workerSettings } from '../../support/app.js';
import type { TestTenant, TestUser } from '../../support/builders.js';
import { perSuite } from '../../support/frames.js';
import { TestClock } from '../../support/test-clock.js';
import { bearer } from '../access/callers.js';
import { mailedBy } from '../billing/billing-fixture.js';

const PATH = '/v1/portal/report-schedules';

export interface DeliveryJob extends Tenant {
  readonly deliveryId: string;
}
export interface MailJob extends Tenant {
  readonly noticeId: string;
}

/** Report schedules of a new tenant for each test, and two workers that run on request. */
export function useReports() {
  const mail = perSuite(startMailCatcher, (catcher) => catcher.stop());
  const clock = new TestClock();
  const test = useTestApp({ clock, settings: (settings) => mailedBy(mail)(settings) });
  const workers: TestingModule[] = [];
  perSuite(
    async () => {
      for (let count = 0; count < 2; count += 1)
        workers.push(
          await Nest.createTestingModule({ imports: [AppModule.with(workerSettings(test))] })
            .overrideProvider(Clock)
            .useValue(clock)
            .compile(),
        );
      return workers;
    },
    async () => {
      for (const worker of workers) await worker.close();
    },
  );
  const place = {} as { tenant: TestTenant; admin: TestUser; project: string; desk: string };
  const emails = new Map<string, string>();

  const ask = (
    method: 'get' | 'post' | 'patch' | 'delete',
    path: string,
    by: TestUser = place.admin,
    etag?: string,
    app: Pick<TestApp, 'request'> = test,
  ): Test => {
    const request = app
      .request()
      [method](`${PATH}${path}`)
      .query({ client_id: place.tenant.clientId })
      .set(bearer(by.token()));
    return etag === undefined ? request : request.set('If-Match', `"${etag}"`);
  };

  /** A verified address of the person's organisation. */
  const anAddress = async (language = 'en', by: TestUser = place.admin): Promise<string> => {
    const label = randomUUID();
    const added = await test
      .request()
      .post('/v1/portal/email-routing/addresses')
      .query({ client_id: place.tenant.clientId })
      .set(bearer(by.token()))
      .send({ email: `${label}@example.com`, label, language })
      .expect(200);
    const { address_id: id } = added.body as { address_id: string };
    emails.set(id, `${label}@example.com`);
    await test.world.sql(
      `UPDATE email_addresses SET status = 'verified', verified_at = now(), token_hash = NULL WHERE address_id = $1`,
      [id],
    );
    return id;
  };
  const mailsTo = (id: string) => mail.mails.filter(({ to }) => to.includes(emails.get(id)!));
  /** Makes the mail server refuse an address; null: it accepts mails to it again. */
  const refuse = (id: string, refusal: Refusal | null): void => {
    if (refusal === null) mail.refusals.delete(emails.get(id)!);
    else mail.refusals.set(emails.get(id)!, refusal);
  };
  const setAddress = (id: string, status: string) =>
    test.world.sql(`UPDATE email_addresses SET status = $2 WHERE address_id = $1`, [id, status]);

  const asked = (more: object = {}): object => ({
    name: "Last week's calls",
    report: 'overview',
    frequency: 'weekly',
    send_at_local: '08:00',
    timezone: 'Europe/Berlin',
    recipients: [place.desk],
    ...more,
  });
  const create = (more: object = {}, by: TestUser = place.admin): Test =>
    ask('post', '', by).send(asked(more));
  const created = async (more: object = {}, by?: TestUser): Promise<ReportSchedule> => {
    const answer = await create(more, by);
    expect(answer.status, answer.text).toBe(200);
    return answer.body as ReportSchedule;
  };
  const shown = async (id: string): Promise<ReportSchedule> =>
    (await ask('get', `/${id}`).expect(200)).body as ReportSchedule;
  const deliveries = async (id: string): Promise<readonly ReportDelivery[]> =>
    ((await ask('get', `/${id}/deliveries`).expect(200)).body as { items: ReportDelivery[] }).items;
  /** Queues what is due by the clock in both workers at once, like the queue. */
  const takeDue = (): Promise<unknown> =>
    Promise.all(
      workers.map(async (worker) => {
        const job = worker.get(DueReportsJob, { strict: false });
        for (const due of await job.plan()) if (due.clientId === place.tenant.clientId) await job.handle(due);
      }),
    );

  const owed = async <P>(kind: string): Promise<P[]> =>
    (
      await test.world.sql<{ data: P }>(
        `SELECT data FROM jobs.job WHERE name = $1 AND data->>'clientId' = $2 ORDER BY created_on`,
        [kind, place.tenant.clientId],
      )
    ).map(({ data }) => data);

  /** Makes both workers do the work of the queue, including work that is already done. */
  const tellAll = async (): Promise<void> => {
    for (const job of await owed<DeliveryJob>('report-schedules.tell'))
      await Promise.all(workers.map((it) => it.get(SendReportJob, { strict: false }).handle(job)));
  };
  const mailer = () => workers[0]!.get(NoticeMailJob, { strict: false });
  const mailAll = async (): Promise<void> => {
    for (const job of await owed<MailJob>('email-routing.mail-notice'))
      await mailer()
        .handle(job)
        .catch(() => undefined);
  };

  /** Runs the work due at an instant, without requests. */
  const at = async (instant: string | Date): Promise<void> => {
    const now = clock.now();
    clock.set(instant);
    await takeDue();
    await tellAll();
    await mailAll();
    clock.set(now);
  };
  const makeDue = ({ schedule_id: id }: Pick<ReportSchedule, 'schedule_id'>) =>
    test.world.sql(`UPDATE report_schedules SET next_run_at = $2 WHERE schedule_id = $1`, [id, clock.now()]);

  beforeEach(async () => {
    // The workers of this process have their own strategies.
    admitCredentialsOf(test);
    clock.set(new Date());
    await test.world.sql('DELETE FROM throttle_hits');
    place.tenant = await test.world.aTenant();
    place.admin = await test.world.aUser(place.tenant, { role: 'client_admin' });
    place.project = await test.world.aProject(place.tenant);
    place.desk = await anAddress();
  });

  return {
    ...{ mail, clock, test, workers, place, ask, anAddress, mailsTo, refuse, setAddress, asked, create },
    ...{ created, shown, deliveries, takeDue, owed, tellAll, mailer, mailAll, at, makeDue },
  };
}

/** The headers of a mail, one per line. */
export const headOf = (source: string): string => source.split('\r\n\r\n', 1)[0]!.replaceAll(/\r\n\s+/g, ' ');

/** A part of a mail, decoded. */
export const partOf = (source: string, type: string): Buffer => {
  const part = source.split(/\r\n--[-_][^\r\n]+/).find((it) => it.includes(`Content-Type: ${type}`))!;
  const [head = '', ...rest] = part.split('\r\n\r\n');
  const body = rest.join('\r\n\r\n');
  if (/base64/i.test(head)) return Buffer.from(body, 'base64');
  const joined = body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
  return Buffer.from(joined, /quoted-printable/i.test(head) ? 'latin1' : 'utf8');
};
