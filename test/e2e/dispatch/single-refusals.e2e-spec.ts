import { beforeAll, describe, expect, it } from 'vitest';
import { systemContext } from '../../../src/core/shared/auth-context.js';
import { CapacityLimits } from '../../../src/features/capacity/limits/capacity-limits.service.js';
import { aCampaignProject, faultsOf } from '../../support/campaigns.js';
import { inStore } from '../../support/databases.js';
import { perSuite } from '../../support/frames.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { numbers, RuntimeFixture } from './dispatching.js';
import { callsOf, DISCLOSED, NOON, RESEARCH } from './single-calls.js';
import type { SingleCalls } from './single-calls.js';

const ABSENT = '0199aaaa-0000-7000-8000-000000000000';

describe('a single call that is not made:', () => {
  const clock = new TestClock(new Date(NOON));
  const test = useSharedApp({ clock });
  let calls: SingleCalls;

  const runtime = perSuite(() => RuntimeFixture.open(test, clock));
  beforeAll(async () => {
    calls = callsOf(runtime);
  });

  const handedOut = async (): Promise<string[]> => {
    const leases = await runtime.taken();
    await Promise.all(leases.map((it) => runtime.end(it.dispatch_id, 'answered')));
    return leases.map((it) => it.dispatch_id);
  };

  // dispatch 7.4, 7.5
  it.each([
    ['outside of the permitted hours', { ...RESEARCH, recipient_timezone: 'Europe/Berlin' }, ['after_hours']],
    [
      'by the clock of the place, which the zone lies outside of,',
      // Noon in Sydney, one at night in London.
      {
        ...RESEARCH,
        recipient_timezone: 'Australia/Sydney',
        recipient_country: 'GB',
        recipient_subdivision: 'GB-LND',
      },
      ['after_hours'],
    ],
    ['to a listed number', { ...RESEARCH, registry_status: 'listed' }, ['registry_listed']],
    [
      'of telemarketing without a wash and a place',
      { call_type: 'telemarketing', compliance: DISCLOSED },
      ['registry_missing', 'timezone_missing'],
    ],
    ['without the consent that it asks for', { compliance: { consent_required: true } }, ['consent_missing']],
    [
      'of service that keeps hours, at night,',
      { recipient_timezone: 'Europe/Berlin', compliance: { prevent_after_hours: true } },
      ['after_hours'],
    ],
  ])('%s is refused with the reasons, and never handed out', async (_, fields, codes) => {
    const answer = await calls.asked(fields);
    expect(answer).toMatchObject({ status: 'refused', refused_codes: codes });
    expect(await calls.status(answer.dispatch_id)).toEqual(answer);
    expect(await handedOut()).toEqual([]);
  });

  // dispatch 7.5
  it('is 429 while all slots are in use or spoken for, and for no other reason', async () => {
    const limits = test.app.get(CapacityLimits, { strict: false });
    const setTo = (concurrencyLimit: number) =>
      limits.set(systemContext(runtime.desk.tenant, 'admin'), null, { concurrencyLimit, reservedInbound: 0 });
    await setTo(2);
    const { dispatch_id: first } = await calls.asked();
    await runtime.taken();
    const { dispatch_id: second } = await calls.asked({ to_number: numbers(2)[1] });
    const full = await calls.ask();
    expect([full.status, full.headers['retry-after']]).toEqual([429, '5']);
    expect(full.body).toMatchObject({ error: { code: 'rate_limited' } });
    await runtime.end(first, 'answered');
    const { dispatch_id: third } = await calls.asked();
    expect((await handedOut()).toSorted()).toEqual([second, third].toSorted());
    await setTo(100);
    for (const number of numbers(40)) await calls.asked({ to_number: number });
    await handedOut();
  });

  // Fails if each waiting call reserves a slot: one number then blocks all others of its project.
  // dispatch 2.5, 7.5
  it('is not kept out by calls that wait for another number, however many', async () => {
    const narrow = await RuntimeFixture.open(test, clock, { slots: 2 });
    const own = callsOf(narrow);
    const [busy, free, third] = numbers(3);
    await own.asked({ to_number: busy });
    const [call] = await narrow.taken();
    for (let waiting = 0; waiting < 12; waiting += 1) await own.asked({ to_number: busy });
    await own.asked({ to_number: free });
    expect((await own.ask({ to_number: third })).status).toBe(429);
    const [other] = await narrow.taken();
    expect(other!.to_number).toBe(free);
    for (const it of [call, other]) await narrow.end(it!.dispatch_id, 'answered');
    expect((await narrow.taken()).map((it) => it.to_number)).toEqual([busy]);
    await own.asked({ to_number: busy });
  });

  // dispatch 7.2, 7.4
  it.each([
    ['no number', { to_number: undefined }, [['body.to_number', 'missing']]],
    ['a number without its plus', { to_number: '61491570156' }, [['body.to_number', 'matches']]],
    ['another type', { call_type: 'survey' }, [['body.call_type', 'is_in']]],
    [
      'a country that there is none of',
      { recipient_country: 'UK' },
      [['body.recipient_country', 'contact_field_invalid']],
    ],
    [
      'a subdivision of elsewhere',
      { recipient_country: 'NZ', recipient_subdivision: 'AU-NSW' },
      [['body.recipient_subdivision', 'not_allowed']],
    ],
    ['no IANA zone', { recipient_timezone: 'here!' }, [['body.recipient_timezone', 'contact_field_invalid']]],
    [
      'an email as id',
      { external_contact_id: 'a@b.example' },
      [['body.external_contact_id', 'contact_field_invalid']],
    ],
    [
      'an instant without zone',
      { consent_given_at_utc: '2026-11-01T00:00:00' },
      [['body.consent_given_at_utc', 'contact_field_invalid']],
    ],
    ['a number as text', { consent_source: 7 }, [['body.consent_source', 'contact_field_invalid']]],
    [
      'a period that ends first',
      { registry_checked_at_utc: '2026-11-20T00:00:00Z', registry_valid_until_utc: '2026-11-19T00:00:00Z' },
      [['body.registry_valid_until_utc', 'not_after']],
    ],
    [
      'a list as personalization',
      { personalization: ['Mia'] },
      [['body.personalization', 'personalization_invalid']],
    ],
    [
      'a field of the call as a key of personalization',
      { personalization: { consent_type: 'express' } },
      [['body.personalization', 'personalization_invalid']],
    ],
    [
      'a key of personalization that is none',
      { personalization: { 'first name': 'Mia' } },
      [['body.personalization', 'personalization_invalid']],
    ],
    [
      'research that does not tell who calls',
      { call_type: 'research', compliance: {} },
      [
        ['body.compliance.cli_return_number', 'cli_return_number_missing'],
        ['body.compliance.cli_employer_name', 'cli_employer_name_missing'],
        ['body.compliance.cli_authorizer_name', 'cli_authorizer_name_missing'],
        ['body.compliance.cli_call_purpose', 'cli_call_purpose_missing'],
      ],
    ],
    ['an unknown field', { client_id: 'other' }, [['body.client_id', 'extra_forbidden']]],
    [
      'an unknown flag',
      { compliance: { recipient_timezone_aware: false } },
      [['body.compliance.recipient_timezone_aware', 'extra_forbidden']],
    ],
    [
      'a policy that is not whole',
      {
        voicemail_policy: {
          on_ivr: 'hangup',
          on_silence: 'retry',
          on_unknown: 'proceed',
          detection_enabled: true,
        },
      },
      [['body.voicemail_policy.on_voicemail', 'missing']],
    ],
  ])('with %s is 422 naming it', async (_, fields, faults) => {
    const response = await calls.ask(fields);
    expect([response.status, faultsOf(response)]).toEqual([422, faults]);
    expect(response.text).not.toContain(numbers(1)[0]);
  });

  // dispatch 7.3
  it('of a project whose calls cannot go out is 422 with all reasons at once', async () => {
    const { tenant } = runtime.desk;
    const all = (...codes: string[]): string[][] => codes.map((code) => ['body.project_id', code]);
    const unready = ['outbound_runtime_incomplete', 'project_not_deployed'];
    for (const [options, codes] of [
      [{ lifecycleState: 'archived' }, ['project_archived']],
      [{ isDeployed: false, callerId: null }, unready],
      [{ isDeployed: false }, ['project_not_deployed']],
      [{ callerId: null }, ['outbound_runtime_incomplete']],
    ] as const) {
      const projectId = await aCampaignProject(test.world, tenant, options);
      expect(faultsOf(await calls.ask({ project_id: projectId }))).toEqual(all(...codes));
    }
    const other = await RuntimeFixture.open(test, clock);
    for (const projectId of [other.desk.projectId, 'no-such-project']) {
      expect(faultsOf(await calls.ask({ project_id: projectId }))).toEqual([
        ['body.project_id', 'project_missing'],
      ]);
    }
    await inStore(test, `DELETE FROM capacity_limits WHERE client_id = $1`, [other.desk.tenant.clientId]);
    expect(faultsOf(await callsOf(other).ask())).toEqual(all('outbound_capacity_not_configured'));
    const projectId = await aCampaignProject(test.world, other.desk.tenant, {
      isDeployed: false,
      callerId: null,
    });
    await test.world.sql(
      `INSERT INTO project_compliance (client_id, data_env, project_id, projection, updated_by) VALUES ($1, $2, $3, 'failed', 'test')`,
      [other.desk.tenant.clientId, other.desk.tenant.dataEnv, projectId],
    );
    expect(faultsOf(await callsOf(other).ask({ project_id: projectId }))).toEqual(
      all(...unready, 'outbound_compliance_blocking', 'outbound_capacity_not_configured'),
    );
  });

  // dispatch 7.1
  it('is shown to those alone who see its project', async () => {
    const { dispatch_id: id } = await calls.asked();
    const user = { 'X-API-Key': await test.world.aKey(runtime.desk.tenant, 'partner_user') };
    expect((await calls.show(id, user)).status).toBe(200);
    expect((await calls.ask({}, { as: user })).status).toBe(404);
    const other = await RuntimeFixture.open(test, clock);
    const absent = await calls.show(ABSENT);
    for (const answer of [
      await callsOf(other).show(id),
      await calls.show('no-uuid'),
      await calls.show(id, { 'X-API-Key': await test.world.aKey(runtime.desk.tenant, 'read-only') }),
    ]) {
      expect([answer.status, answer.body]).toEqual([404, absent.body]);
    }
    await handedOut();
    await runtime.aRunningCampaign(numbers(1));
    const [ofCampaign] = await runtime.taken();
    expect((await calls.show(ofCampaign!.dispatch_id)).status).toBe(404);
    await runtime.end(ofCampaign!.dispatch_id, 'answered');
  });
});
