import type { Response } from 'supertest';
import { systemContext } from '../../../src/core/shared/auth-context.js';
import type { Clock } from '../../../src/core/time/clock.js';
import { CapacityLimits } from '../../../src/features/capacity/limits/capacity-limits.service.js';
import type { ReportOutcome } from '../../../src/features/dispatch/rules/report.response.js';
import type { DispatchLease } from '../../../src/features/dispatch/rules/take.response.js';
import { startTestApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import type { TestTenant } from '../../support/builders.js';
import { withoutPause } from '../../support/campaign-contacts.js';
import { aCampaignProject, CampaignFixture } from '../../support/campaigns.js';
import { inStore } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { perSuite } from '../../support/frames.js';
import { TestClock } from '../../support/test-clock.js';
import { useWorkBench } from '../work/work-bench.js';

/**
 * Discloses its caller and calls within the hours for telemarketing; needs no wash and no consent.
 */
export const COMPLIANCE = {
  registry_wash_required: false,
  registry_wash_max_age_days: 30,
  consent_required: false,
  prevent_after_hours: true,
  check_public_holiday: true,
  recipient_timezone_aware: true,
  cli_return_number: '+61255501234',
  cli_employer_name: 'Harbour Dental',
  cli_authorizer_name: 'Ines Canary',
  cli_call_purpose: 'Recall',
};
export const RESEARCH = { campaign_call_type: 'research', compliance: COMPLIANCE };

/** A voice runtime of one tenant, and the partner whose campaigns it dials. */
export class RuntimeFixture {
  private constructor(
    readonly test: TestApp,
    readonly desk: CampaignFixture,
    private readonly clock: Clock,
    readonly key: string,
  ) {}

  static async open(
    test: TestApp,
    clock: Clock,
    {
      slots = 100,
      tenant,
      projectId: named,
    }: { slots?: number; tenant?: TestTenant; projectId?: string } = {},
  ): Promise<RuntimeFixture> {
    const own = tenant ?? (await test.world.aTenant());
    const projectId = await aCampaignProject(
      test.world,
      own,
      named === undefined ? {} : { projectId: named },
    );
    // An API key: access tokens have expired once the test's clock has moved by some days.
    const admin = { 'X-API-Key': await test.world.aKey(own, 'partner_admin') };
    const desk = new CampaignFixture(test, own, projectId, admin);
    const limits = test.app.get(CapacityLimits, { strict: false });
    await limits.set(systemContext(desk.tenant, 'admin'), null, {
      concurrencyLimit: slots,
      reservedInbound: 0,
    });
    await withoutPause(test, own);
    return new RuntimeFixture(test, desk, clock, await test.world.aKey(desk.tenant, 'runtime-ingest'));
  }

  /** The same desk in another process of the service. */
  at(test: TestApp): RuntimeFixture {
    const { tenant, projectId, admin } = this.desk;
    return new RuntimeFixture(
      test,
      new CampaignFixture(test, tenant, projectId, admin),
      this.clock,
      this.key,
    );
  }

  /** A running campaign with contacts that have these numbers, in this order. */
  async aRunningCampaign(
    numbers: readonly string[],
    fields: object = {},
    contact: object = {},
  ): Promise<string> {
    const { campaign_id: campaignId } = await this.desk.made(fields);
    const contacts = numbers.map((number, index) => ({
      to_number: number,
      external_contact_id: `contact-${index + 1}`,
      ...contact,
    }));
    await this.desk
      .send('post', `/${campaignId}/contacts/import-json`, {
        body: { source_id: 'crm', batch_id: 'batch-1', contacts },
      })
      .expect(200);
    await inStore(this.test, `UPDATE campaigns SET status = 'running' WHERE campaign_id = $1`, [campaignId]);
    return campaignId;
  }

  take(body: object, key = this.key): Promise<Response> {
    return this.test.request().post('/internal/v1/dispatches/take').set('X-API-Key', key).send(body).then();
  }

  async taken(max = 100): Promise<DispatchLease[]> {
    const response = await this.take({ max });
    if (response.status !== 200) throw new Error(`${response.status} ${response.text}`);
    return (response.body as { leases: DispatchLease[] }).leases;
  }

  /**
   * The first `count` leases, from as many requests as it takes: a request skips a campaign that a
   * worker is changing.
   */
  async takenInTime(count: number): Promise<DispatchLease[]> {
    const leases: DispatchLease[] = [];
    await eventually(async () => {
      leases.push(...(await this.taken(count - leases.length)));
      if (leases.length < count) throw new Error(`${leases.length} of ${count} leases`);
    });
    return leases;
  }

  report(dispatchId: string, body: object, key = this.key): Promise<Response> {
    return this.test
      .request()
      .post(`/internal/v1/dispatches/${dispatchId}/reports`)
      .set('X-API-Key', key)
      .send({ at_utc: this.clock.now().toISOString(), ...body })
      .then();
  }

  /**
   * Reports on many dispatches at once; each object is sent as it is, with the current time if it
   * has none.
   */
  reportAll(reports: readonly unknown[], key = this.key): Promise<Response> {
    const at = this.clock.now().toISOString();
    const sent = reports.map((it) => (typeof it === 'object' && it !== null ? { at_utc: at, ...it } : it));
    return this.test
      .request()
      .post('/internal/v1/dispatches/reports')
      .set('X-API-Key', key)
      .send({ reports: sent })
      .then();
  }

  /** The same, and returns the result of each report. */
  async outcomes(reports: readonly unknown[]): Promise<ReportOutcome[]> {
    const response = await this.reportAll(reports);
    if (response.status !== 200) throw new Error(`${response.status} ${response.text}`);
    return (response.body as { results: ReportOutcome[] }).results;
  }

  end(dispatchId: string, disposition: string, fields: object = {}): Promise<Response> {
    return this.report(dispatchId, { sequence: 9, state: 'ended', disposition, ...fields });
  }

  /** The states of a campaign's contacts, in the order of their numbers. */
  async contacts(campaignId: string): Promise<string[]> {
    const rows = await inStore(
      this.test,
      `SELECT status, not_callable_reason, attempt_count, last_disposition FROM campaign_contacts WHERE campaign_id = $1
        ORDER BY external_contact_id COLLATE "C"`,
      [campaignId],
    );
    return rows.map((row) =>
      [row['status'], row['not_callable_reason'], row['attempt_count'], row['last_disposition']]
        .map((it) => (it as string | number | null) ?? '-')
        .join(' '),
    );
  }
}

/**
 * Different numbers from the range reserved for fiction.
 * @param from how many to skip
 */
export const numbers = (count: number, from = 0): string[] =>
  Array.from({ length: count }, (_, index) => `+6149157${String(1000 + from + index).padStart(4, '0')}`);

/** A runtime and a worker for the tests of a file or a describe. */
export function useRuntimeBesideWorker() {
  const clock = new TestClock();
  const bench = useWorkBench();
  // Started after the worker: with several applications in one process, passport uses the checks of
  // the last one.
  const test = perSuite(
    async () => {
      await bench.startWorker();
      return startTestApp({ databases: bench.test.databases, clock });
    },
    (app) => app.close(),
  );
  const runtime = perSuite(() => RuntimeFixture.open(test, clock));
  return { clock, test, runtime };
}
