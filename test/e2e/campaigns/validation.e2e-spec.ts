import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CampaignValidationResult } from '../../../src/features/campaigns/detail/campaign-validation.response.js';
import { plantCapacity, plantContacts, plantWash, soundAt } from '../../support/campaign-contacts.js';
import type { StoredFacts } from '../../support/campaign-contacts.js';
import { aCampaignFixture } from '../../support/campaigns.js';
import type { CampaignFixture } from '../../support/campaigns.js';
import { inStore } from '../../support/databases.js';
import { perSuite } from '../../support/frames.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { CODES, COMPLIANCE } from './validated.js';

// Friday, 12:00 in Melbourne and 10:00 in Perth.
const NOON = '2026-06-19T02:00:00.000Z';
const day = (count: number): Date => new Date(Date.parse(NOON) + count * 86_400_000);

const SOUND = soundAt(NOON);
const CALLED = { phone_hash: `\\x${'ab'.repeat(32)}` };
const OPTED_OUT = { not_callable_reason: 'dnc' } as const;

describe('the validation of a campaign', () => {
  const clock = new TestClock();
  const test = useSharedApp({ clock });
  const desk = perSuite(() => aCampaignFixture(test));
  beforeEach(async () => {
    clock.set(NOON);
    await plantCapacity(test, desk.tenant, 10);
  });

  interface Setting {
    readonly fields?: object;
    readonly compliance?: object;
    readonly contacts?: readonly StoredFacts[];
    /** How many numbers were washed, and when; null if none were. */
    readonly wash?: { submitted?: number; washedAt?: Date; validUntil?: Date } | null;
  }

  /** A telemarketing campaign with two valid contacts, changed as the test requires. */
  async function campaign(setting: Setting = {}): Promise<string> {
    const { fields, compliance, contacts = [SOUND, SOUND], wash = {} } = setting;
    const made = await desk.made({
      campaign_call_type: 'telemarketing',
      ...fields,
      compliance: { ...COMPLIANCE, ...compliance },
    });
    await plantContacts(test, desk.tenant, made.campaign_id, contacts);
    if (wash !== null) {
      const sound = { submitted: contacts.length, washedAt: day(-2), validUntil: day(28) };
      await plantWash(test, desk.tenant, made.campaign_id, { ...sound, ...wash });
    }
    return made.campaign_id;
  }
  const validationOf = async (id: string): Promise<CampaignValidationResult> =>
    (await desk.send('get', `/${id}/validation`).expect(200)).body as CampaignValidationResult;
  const validate = async (id: string): Promise<CampaignValidationResult> =>
    (await desk.send('post', `/${id}/validate`).expect(200)).body as CampaignValidationResult;
  /** Every code that a test above has found. */
  const told = new Set<string>();
  const codesOf = async (id: string): Promise<(string | number)[]> => {
    const { status, blockers, warnings } = await validationOf(id);
    for (const { code } of [...blockers, ...warnings]) told.add(code);
    return [status, ...blockers.map(({ code }) => code), ...warnings.map(({ code }) => `(${code})`)];
  };

  // campaigns 6.1, 6.2 and 6.5
  it('finds nothing in a campaign without blockers', async () => {
    const id = await campaign();
    expect(await validationOf(id)).toEqual({
      campaign_id: id,
      status: 'ready',
      validated_at_utc: NOON,
      blockers: [],
      warnings: [],
      info: [
        expect.objectContaining({ code: 'contacts_callable', count: 2, at_utc: NOON }),
        expect.objectContaining({ code: 'contacts_deferred', count: 0, at_utc: null }),
        expect.objectContaining({ code: 'first_dial_expected', at_utc: NOON }),
        expect.objectContaining({ code: 'last_dial_expected', at_utc: NOON }),
      ],
      contact_blocker_counts: {},
    });
  });

  // campaigns 5.19, 6.3 and 6.4
  describe('finds', () => {
    beforeAll(() => campaign({ contacts: [{ ...SOUND, ...CALLED, last_attempt_at: day(-0.5) }] }));

    it.each<[string, Setting, string[]]>([
      ['no contacts', { contacts: [] }, ['blocked', 'no_contacts']],
      ['no wash', { wash: null }, ['blocked', 'registry_wash_missing']],
      ['an old wash', { wash: { washedAt: day(-30) } }, ['blocked', 'registry_wash_stale']],
      ['a wash that is over', { wash: { validUntil: day(0) } }, ['blocked', 'registry_wash_expired']],
      ['a wash of others', { wash: { submitted: 3 } }, ['blocked', 'registry_wash_count_mismatch']],
      ['a service without a wash', { fields: { campaign_call_type: 'service' }, wash: null }, ['ready']],
      [
        'no number to return',
        { compliance: { cli_return_number: null } },
        ['blocked', 'cli_return_number_missing'],
      ],
      ['no employer', { compliance: { cli_employer_name: null } }, ['blocked', 'cli_employer_name_missing']],
      [
        'no authorizer',
        { compliance: { cli_authorizer_name: null } },
        ['blocked', 'cli_authorizer_name_missing'],
      ],
      ['no purpose', { compliance: { cli_call_purpose: null } }, ['blocked', 'cli_call_purpose_missing']],
      ['a holiday of the state', { contacts: [{ ...SOUND, recipient_subdivision: 'AU-NSW' }] }, ['ready']],
    ])('%s', async (_, setting, expected) => {
      expect(await codesOf(await campaign(setting))).toEqual(expected);
    });

    it.each<[string, StoredFacts, string[]]>([
      ['called_recently', CALLED, ['warning', '(called_recently)']],
      ['registry_listed', { registry_status: 'listed' }, ['blocked', 'registry_listed']],
      ['registry_missing', { registry_status: null }, ['blocked', 'registry_missing']],
      ['registry_stale', { registry_checked_at: day(-30) }, ['blocked', 'registry_stale']],
      ['registry_expired', { registry_valid_until: day(0) }, ['blocked', 'registry_expired']],
      ['consent_missing', { consent_type: null }, ['blocked', 'consent_missing']],
      [
        'consent_expired',
        { consent_given_at: new Date('2026-03-19T02:00:00Z') },
        ['blocked', 'consent_expired'],
      ],
      ['consent_withdrawn', { consent_withdrawn_at: day(-1) }, ['blocked', 'consent_withdrawn']],
      ['consent_unverified', { consent_source: null }, ['blocked', 'consent_unverified']],
      [
        'exemption_unverified',
        { consent_type: null, exemption_type: 'charity', exemption_verified: false },
        ['blocked', 'exemption_unverified'],
      ],
      ['timezone_missing', { recipient_subdivision: null }, ['blocked', 'timezone_missing']],
      ['timezone_invalid', { recipient_timezone: 'Sydney' }, ['blocked', 'timezone_invalid']],
      [
        'location_missing',
        { recipient_country: null, recipient_subdivision: null, recipient_timezone: 'Asia/Tokyo' },
        ['blocked', 'location_missing'],
      ],
      ['dnc', { ...OPTED_OUT, registry_status: 'listed' }, ['warning', '(dnc)']],
      ['number_repeated', { repeats_number: true }, ['warning', '(number_repeated)']],
      ['invalid_number', { last_disposition: 'invalid_number' }, ['warning', '(invalid_number)']],
      ['max_attempts_reached', { attempt_count: 4 }, ['warning', '(max_attempts_reached)']],
      [
        'state_holiday',
        { recipient_timezone: 'Australia/Perth', recipient_country: 'NZ', recipient_subdivision: null },
        ['warning', '(timezone_place_mismatch)', '(holiday_calendar_unknown)'],
      ],
    ])('%s of one contact among others, once', async (code, facts, expected) => {
      const id = await campaign({ contacts: [SOUND, { ...SOUND, ...facts }, { ...SOUND, ...facts }] });
      expect(await codesOf(id)).toEqual(expected);
      const { contact_blocker_counts: counts, blockers } = await validationOf(id);
      if (expected[0] === 'blocked') {
        expect(counts).toEqual({ [code]: 2 });
        expect(blockers).toEqual([expect.objectContaining({ scope: 'contact', code, count: 2 })]);
      }
    });

    // campaigns 5.2 and 6.3
    it.each(['telemarketing', 'research'] as const)(
      'what %s needs in a campaign of service calls of which one contact is of that type, opted out or not',
      async (callType) => {
        const mixed = (changes: StoredFacts): Setting => ({
          fields: { campaign_call_type: 'service' },
          compliance: { cli_return_number: null, cli_employer_name: null },
          contacts: [SOUND, { ...SOUND, call_type: callType, ...changes }],
          wash: null,
        });
        const missing = ['registry_wash_missing', 'cli_return_number_missing', 'cli_employer_name_missing'];
        expect(await codesOf(await campaign(mixed({})))).toEqual(['blocked', ...missing]);
        expect(await codesOf(await campaign(mixed(OPTED_OUT)))).toEqual(['blocked', ...missing, '(dnc)']);
        expect(await codesOf(await campaign(mixed({ status: 'completed' })))).toEqual(['ready']);
      },
    );

    it('the hour and the day, where the campaign asks for it, and when they pass', async () => {
      const perth = { ...SOUND, recipient_subdivision: 'AU-WA' };
      const strict = await campaign({ contacts: [SOUND, perth] });
      const lenient = await campaign({
        contacts: [SOUND, perth],
        compliance: { prevent_after_hours: false, check_public_holiday: false },
      });
      // 20:30 in Melbourne, 18:30 in Perth.
      clock.set('2026-06-19T10:30:00Z');
      expect(await codesOf(strict)).toEqual(['blocked', 'after_hours']);
      expect(await codesOf(lenient)).toEqual(['warning', '(after_hours)']);
      const { info, contact_blocker_counts: counts } = await validationOf(strict);
      expect(counts).toEqual({ after_hours: 1 });
      expect(info.map(({ code, count, at_utc }) => [code, count, at_utc])).toEqual([
        ['contacts_callable', 1, '2026-06-19T10:30:00.000Z'],
        ['contacts_deferred', 1, '2026-06-19T23:00:00.000Z'],
        ['first_dial_expected', null, '2026-06-19T10:30:00.000Z'],
        ['last_dial_expected', null, '2026-06-19T23:00:00.000Z'],
      ]);
      // At the start of the schedule, the wash will have been made and the consent will hold.
      const washed = new Date('2026-12-20T00:00:00Z');
      const valid = new Date('2027-01-19T00:00:00Z');
      const held = { registry_valid_until: valid, consent_expires_at: valid };
      const christmas = await campaign({
        fields: { schedule_start_at_utc: '2026-12-25T02:00:00Z' },
        contacts: [{ ...SOUND, ...held, registry_checked_at: washed }],
        wash: { washedAt: washed, validUntil: valid },
      });
      expect(await codesOf(christmas)).toEqual(['blocked', 'public_holiday']);
    });

    it('that a schedule ends before contacts may be called', async () => {
      clock.set('2026-06-19T11:00:00Z');
      const id = await campaign({
        compliance: { prevent_after_hours: false },
        fields: { schedule_end_at_utc: '2026-06-19T22:00:00Z' },
      });
      expect(await codesOf(id)).toEqual(['warning', '(after_hours)', '(schedule_ends_first)']);
      clock.set('2026-06-19T22:00:00Z');
      expect(await codesOf(id)).toEqual(['blocked', 'schedule_window_passed', '(campaign_closed)']);
    });

    it('no capacity, and none that is free', async () => {
      const id = await campaign();
      await plantCapacity(test, desk.tenant, 0);
      expect(await codesOf(id)).toEqual(['warning', '(capacity_exhausted)']);
      await inStore(test, `DELETE FROM capacity_limits WHERE client_id = $1`, [desk.tenant.clientId]);
      expect(await codesOf(id)).toEqual(['blocked', 'outbound_capacity_not_configured']);
    });
  });

  describe('of a project', () => {
    let own: CampaignFixture;
    let id: string;
    beforeAll(async () => {
      clock.set(NOON);
      own = await aCampaignFixture(test);
      await plantCapacity(test, own.tenant, 10);
      id = (await own.made()).campaign_id;
      await plantContacts(test, own.tenant, id, [SOUND]);
    });
    const codes = async (): Promise<string[]> => {
      const answer = await own.send('get', `/${id}/validation`).expect(200);
      const { blockers, warnings } = answer.body as CampaignValidationResult;
      for (const { code } of [...blockers, ...warnings]) told.add(code);
      return [...blockers, ...warnings].map(({ code }) => code);
    };
    const project = (text: string): Promise<unknown> =>
      test.world.sql(`${text} WHERE client_id = $1 AND project_id = $2`, [
        own.tenant.clientId,
        own.projectId,
      ]);
    const complies = (projection: string): Promise<unknown> =>
      test.world.sql(
        `INSERT INTO project_compliance (client_id, data_env, project_id, projection, updated_by) VALUES ($1, $2, $3, $4, 'test')
         ON CONFLICT (client_id, data_env, project_id) DO UPDATE SET projection = excluded.projection`,
        [own.tenant.clientId, own.tenant.dataEnv, own.projectId, projection],
      );

    // campaigns 6.3 and 6.4
    it('finds all gaps of what is published', async () => {
      expect(await codes()).toEqual([]);
      await complies('pending');
      expect(await codes()).toEqual(['outbound_compliance_unconfirmed']);
      await complies('failed');
      expect(await codes()).toEqual(['outbound_compliance_blocking']);
      await project(`UPDATE project_versions SET sections = '{}'`);
      const compliance = 'outbound_compliance_blocking';
      const incomplete = 'outbound_runtime_incomplete';
      expect(await codes()).toEqual([incomplete, compliance]);
      await project(`DELETE FROM project_deployments`);
      expect(await codes()).toEqual([incomplete, 'project_not_deployed', compliance]);
      await project(`UPDATE projects SET latest_published_version = NULL`);
      const unpublished = [incomplete, 'project_not_published', 'project_not_deployed'];
      expect(await codes()).toEqual(unpublished);
      await project(`UPDATE projects SET lifecycle_state = 'archived'`);
      expect(await codes()).toEqual(['project_archived', ...unpublished]);
    });
  });

  // campaigns 3.3, 6.3 and 6.4
  it('has found every code that there is, by now', () => {
    expect(CODES.filter((code) => !told.has(code))).toEqual([]);
  });

  // campaigns 6.1 and 6.6
  it('is stored and audited when it is requested again, and only then', async () => {
    const id = await campaign({ contacts: [SOUND, { ...SOUND, consent_type: null }] });
    await validationOf(id);
    expect((await desk.detail(id)).validation_state.status).toBeNull();
    const before = await audited();
    expect(await validate(id)).toEqual(await validationOf(id));
    expect((await desk.detail(id)).validation_state).toEqual({
      status: 'blocked',
      validated_at_utc: NOON,
      blocker_count: 1,
      warning_count: 0,
    });
    expect((await audited()) - before).toBe(1);
  });
  const audited = async (): Promise<number> =>
    (
      await inStore(
        test,
        `SELECT count(*)::int AS count FROM audit_outbox WHERE action = 'outbound_campaign.validated'`,
      )
    )[0]!['count'] as number;

  // campaigns 6.6
  it('brings contacts up to date, and their counts, but never by the hour', async () => {
    const id = await campaign({
      contacts: [
        { ...SOUND, not_callable_reason: 'consent_missing' },
        { ...SOUND, ...OPTED_OUT },
        { ...SOUND, registry_checked_at: day(-31) },
        { ...SOUND, status: 'completed', consent_type: null },
        SOUND,
      ],
    });
    const stored = async (): Promise<string[]> =>
      (
        await inStore(
          test,
          `SELECT coalesce(not_callable_reason, 'callable') AS reason FROM campaign_contacts WHERE campaign_id = $1 ORDER BY 1`,
          [id],
        )
      ).map(({ reason }) => reason as string);
    clock.set('2026-06-19T12:00:00Z');
    await validationOf(id);
    expect(await stored()).toEqual(['callable', 'callable', 'callable', 'consent_missing', 'dnc']);
    await validate(id);
    expect(await stored()).toEqual(['callable', 'callable', 'callable', 'dnc', 'registry_stale']);
    expect((await desk.detail(id)).counts).toMatchObject({ total: 5, callable: 3, not_callable: 2 });
  });
});
