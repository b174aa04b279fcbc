import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { DETECTION_DEFAULTS } from '../../../src/features/configuration/rules/sections/answering-machine.js';
import { section as providers } from '../../../src/features/configuration/sections/provider-configuration/provider-configuration.section.js';
import {
  A_CAMPAIGN,
  aCampaignFixture,
  aCampaignProject,
  CAMPAIGNS,
  faultsOf,
  assignToAdmins,
} from '../../support/campaigns.js';
import { inStore } from '../../support/databases.js';
import { perSuite } from '../../support/frames.js';
import { useSharedApp } from '../../support/shared-app.js';
import type { ProjectFixture } from '../configuration/editing.js';
import { publishDraft, save, send } from '../releases/releasing.js';

const COMPLIANCE = {
  ...A_CAMPAIGN.compliance,
  cli_return_number: '+61255501234',
  cli_employer_name: 'Acme Dental',
  cli_authorizer_name: 'Jo Manager',
  cli_call_purpose: 'Reminder of a check-up',
  exemption_type: 'registered_charity',
};

describe('making a campaign', () => {
  const test = useSharedApp();
  const desk = perSuite(() => aCampaignFixture(test));

  const storedOf = async (campaignId: string) => {
    const [row] = await inStore(test, `SELECT * FROM campaigns WHERE campaign_id = $1`, [campaignId]);
    return row!;
  };

  // campaigns 1.3, 1.5, 1.6, 1.7, 1.8, 2.1, 2.2, 2.4, 2.5 and 2.6
  it('answers it in draft, as it was sent', async () => {
    const sent = {
      description: 'Patients\nwho are due.',
      campaign_type: 'batch',
      schedule_start_at_utc: '2026-12-01T09:00:00+11:00',
      schedule_end_at_utc: '2026-12-05T00:00:00Z',
      compliance: COMPLIANCE,
      personalization: { required_keys: ['first_name'], allowed_keys: ['first_name', 'clinic'] },
      retry_policy: { ...A_CAMPAIGN.retry_policy, retry_on_voicemail: false },
      voicemail_policy: { ...A_CAMPAIGN.voicemail_policy, message_template: 'Please call us back.' },
    };
    const made = await desk.made(sent);
    expect(made).toMatchObject({
      ...A_CAMPAIGN,
      ...sent,
      project_id: desk.projectId,
      status: 'draft',
      status_reason: null,
      schedule_start_at_utc: '2026-11-30T22:00:00.000Z',
      schedule_end_at_utc: '2026-12-05T00:00:00.000Z',
      retry_policy: { retry_on_no_answer: true, retry_on_voicemail: false, retry_on_busy: true },
      counts: { total: 0, pending: 0, callable: 0, not_callable: 0 },
      validation_state: { status: null, validated_at_utc: null, blocker_count: null, warning_count: null },
      registry_wash_summary: { last_registry_wash_record_id: null, state: 'none' },
      started_at_utc: null,
      completed_at_utc: null,
      last_registry_wash_record_id: null,
    });
    expect(await desk.detail(made.campaign_id)).toEqual(made);
  });

  it('fills in what was left out', async () => {
    expect(await desk.made()).toMatchObject({
      description: null,
      campaign_type: 'scheduled',
      schedule_start_at_utc: null,
      schedule_end_at_utc: null,
      compliance: { ...A_CAMPAIGN.compliance, cli_return_number: null, exemption_type: null },
      voicemail_policy: { message_template: null },
      retry_policy: { retry_on_no_answer: true, retry_on_voicemail: true, retry_on_busy: true },
    });
  });

  // campaigns 1.9
  it('keeps what was published of the project, and the defaults where nothing was', async () => {
    const old = await aCampaignProject(test.world, desk.tenant, { detection: null });
    const [own, before] = [await desk.made(), await desk.made({ project_id: old })];
    expect(await storedOf(own.campaign_id)).toMatchObject({
      project_version: 1,
      content_hash: 'hash-of-version-1',
      answering_machine_detection: { enabled: true, timeout_ms: 12_000 },
    });
    expect(await storedOf(before.campaign_id)).toMatchObject({
      answering_machine_detection: { enabled: true, timeout_ms: 30_000 },
    });
  });

  it('goes by what was published and deployed in the workspace', async () => {
    const workspace: ProjectFixture = { ...desk, adminId: '' };
    const projectId = await test.world.aProject(desk.tenant, { lifecycleState: 'setup' });
    await assignToAdmins(test.world, desk.tenant, projectId);
    const at = { ...workspace, projectId };
    const detection = { ...DETECTION_DEFAULTS, timeout_ms: 12_345 };
    const unpublished = [
      ['body.project_id', 'project_not_published'],
      ['body.project_id', 'project_not_deployed'],
    ];
    // While a project is not published, a number that only the draft contains counts (campaigns
    // 1.10).
    expect(faultsOf(await desk.create({ project_id: projectId }))).toEqual([
      ['body.project_id', 'outbound_runtime_incomplete'],
      ...unpublished,
    ]);
    await save(test, at, 'provider-configuration', {
      ...providers.example,
      answering_machine_detection: detection,
    });
    expect(faultsOf(await desk.create({ project_id: projectId }))).toEqual(unpublished);
    const { content_hash: contentHash } = await publishDraft(test, at);
    expect(faultsOf(await desk.create({ project_id: projectId }))).toEqual([
      ['body.project_id', 'project_not_deployed'],
    ]);
    const body = { version_number: 1, runtime_id: 'voice-1' };
    expect((await send(test, at, 'post', 'runtime-provenance', { body })).status).toBeLessThan(300);
    const made = await desk.made({ project_id: projectId });
    expect(await storedOf(made.campaign_id)).toMatchObject({
      project_version: 1,
      content_hash: contentHash,
      answering_machine_detection: detection,
    });
  });

  // campaigns 1.10
  it.each([
    [['project_missing'], null],
    [['project_archived'], { lifecycleState: 'archived' }],
    [
      ['outbound_runtime_incomplete', 'project_not_published', 'project_not_deployed'],
      { isPublished: false, isDeployed: false },
    ],
    [['project_not_deployed'], { isDeployed: false }],
    [['outbound_runtime_incomplete'], { callerId: null }],
    [
      ['project_archived', 'outbound_runtime_incomplete', 'project_not_deployed'],
      { lifecycleState: 'archived', isDeployed: false, callerId: null },
    ],
  ] as const)('is refused for a project with %j, all of it at once', async (codes, options) => {
    const projectId = options ? await aCampaignProject(test.world, desk.tenant, options) : 'project-nowhere';
    const refused = await desk.create({ project_id: projectId }).expect(422);
    expect(faultsOf(refused)).toEqual(codes.map((code) => ['body.project_id', code]));
  });

  it('goes by what the runtime reports where no deployment was recorded', async () => {
    const projectId = await aCampaignProject(test.world, desk.tenant, { isDeployed: false });
    await test.world.sql(
      `INSERT INTO project_runtime_reports (client_id, data_env, project_id, applied_hash, runtime_id, reported_at)
       VALUES ($1, $2, $3, 'hash-of-version-1', 'voice-1', now())`,
      [desk.tenant.clientId, desk.tenant.dataEnv, projectId],
    );
    await desk.create({ project_id: projectId }).expect(201);
  });

  // campaigns 1.11
  it('is audited and logged with the campaign', async () => {
    const made = await desk.made();
    const store = (table: string) =>
      inStore(test, `SELECT * FROM ${table} WHERE client_id = $1 AND data_env = $2`, [
        desk.tenant.clientId,
        desk.tenant.dataEnv,
      ]);
    expect(
      (await store('campaign_log')).filter((it) => it['campaign_id'] === made.campaign_id),
    ).toMatchObject([{ action: 'create', from_status: null, to_status: 'draft', actor_kind: 'bearer' }]);
    const audits = (await store('audit_outbox')).map((it) => it as { action: string; metadata: object });
    expect(audits).toContainEqual(
      expect.objectContaining({
        action: 'outbound_campaign.created',
        metadata: { campaign_id: made.campaign_id, project_id: desk.projectId, project_version: 1 },
      }),
    );
  });

  // campaigns 1.12
  it('is done once for a key, and without one each time', async () => {
    const post = (idempotencyKey?: string, name = 'Once') => {
      const request = test
        .request()
        .post(CAMPAIGNS)
        .set(desk.admin)
        .query({ client_id: desk.tenant.clientId });
      if (idempotencyKey !== undefined) request.set('Idempotency-Key', idempotencyKey);
      return request.send({ project_id: desk.projectId, ...A_CAMPAIGN, name });
    };
    const idempotencyKey = randomUUID();
    const first = await post(idempotencyKey).expect(201);
    const again = await post(idempotencyKey).expect(201);
    expect([again.body, again.get('Idempotent-Replayed')]).toEqual([first.body, 'true']);
    await post(idempotencyKey, 'Another').expect(422);
    const [one, other] = [await post().expect(201), await post().expect(201)];
    expect(one.body).not.toMatchObject({ campaign_id: (other.body as { campaign_id: string }).campaign_id });
  });
});
