import { randomUUID } from 'node:crypto';
import type { Response, Test } from 'supertest';
import type { CampaignDetail } from '../../src/features/campaigns/detail/campaign-detail.response.js';
import type { TestApp } from './app.js';
import type { TestTenant, World } from './builders.js';
import { bearerToken } from './tokens.js';

export const CAMPAIGNS = '/v1/outbound-campaigns';

/**
 * The body of a campaign that is valid except for its project: service calls that nothing blocks.
 */
export const A_CAMPAIGN = {
  name: 'Recall November',
  campaign_call_type: 'service',
  priority: 50,
  timezone: 'Australia/Sydney',
  retry_policy: {
    enabled: true,
    max_attempts: 3,
    backoff_base_seconds: 3600,
    backoff_strategy: 'linear',
  },
  voicemail_policy: {
    detection_enabled: true,
    on_voicemail: 'hangup',
    on_ivr: 'hangup',
    on_silence: 'retry',
    on_unknown: 'proceed',
  },
  personalization: { required_keys: [], allowed_keys: ['first_name', 'clinic'] },
  compliance: {
    registry_wash_required: false,
    registry_wash_max_age_days: 30,
    consent_required: false,
    prevent_after_hours: false,
    check_public_holiday: false,
    recipient_timezone_aware: false,
  },
} as const;

interface RuntimeOptions {
  readonly projectId?: string;
  readonly lifecycleState?: 'active' | 'archived';
  readonly isPublished?: boolean;
  readonly isDeployed?: boolean;
  readonly callerId?: string | null;
  /** Null: as published before this block existed. */
  readonly detection?: object | null;
}

const DETECTION = {
  enabled: true,
  timeout_ms: 12_000,
  speech_threshold_ms: 2400,
  speech_end_threshold_ms: 1200,
  silence_timeout_ms: 5000,
};

/**
 * A project that can make calls, unless configured otherwise: version 1 is published and deployed.
 * It is assigned to the current administrators of the tenant's partners.
 */
export async function aCampaignProject(
  world: World,
  { clientId, dataEnv }: TestTenant,
  options: RuntimeOptions = {},
): Promise<string> {
  const { lifecycleState = 'active', isPublished = true, isDeployed = true } = options;
  const { callerId = '+61255501234', detection = DETECTION } = options;
  const named = options.projectId === undefined ? {} : { projectId: options.projectId };
  const projectId = await world.aProject({ clientId, dataEnv }, { lifecycleState, ...named });
  const scope = [clientId, dataEnv, projectId];
  await assignToAdmins(world, { clientId, dataEnv }, projectId);
  const telephony = { provider: 'platform', region: 'au', ...(callerId && { caller_id: callerId }) };
  const providers = { telephony, ...(detection && { answering_machine_detection: detection }) };
  if (isPublished) {
    await world.sql(
      `INSERT INTO project_versions (client_id, data_env, project_id, version_number, sections, content_hash, source, published_at, published_by)
       VALUES ($1, $2, $3, 1, $4, 'hash-of-version-1', 'publish', now(), 'test')`,
      [...scope, JSON.stringify({ 'provider-configuration': providers })],
    );
    await world.sql(
      `UPDATE projects SET latest_published_version = 1 WHERE client_id = $1 AND data_env = $2 AND project_id = $3`,
      scope,
    );
  }
  if (isDeployed) {
    await world.sql(
      `INSERT INTO project_deployments (deployment_id, client_id, data_env, project_id, version_number, content_hash, runtime_id, deployed_at, deployed_by)
       VALUES (gen_random_uuid(), $1, $2, $3, 1, 'hash-of-version-1', 'voice-1', now(), 'test')`,
      scope,
    );
  }
  return projectId;
}

/**
 * Signed-in administrators can only run campaigns of assigned projects: assigns one to all the
 * tenant's partners.
 */
export async function assignToAdmins(
  world: World,
  { clientId, dataEnv }: TestTenant,
  projectId: string,
): Promise<void> {
  await world.sql(
    `INSERT INTO project_assignments (client_id, data_env, project_id, member_id, role_visibility)
     SELECT client_id, data_env, $3, user_id, 'manage' FROM portal_user_client_assignments
      WHERE client_id = $1 AND data_env = $2 AND role = 'partner_admin' AND active
         ON CONFLICT DO NOTHING`,
    [clientId, dataEnv, projectId],
  );
}

type Headers = Readonly<Record<string, string>>;

/** A partner_admin's requests about the campaigns of one project. */
export class CampaignFixture {
  constructor(
    private readonly test: TestApp,
    readonly tenant: TestTenant,
    readonly projectId: string,
    readonly admin: Headers,
  ) {}

  /**
   * A request about campaigns, with a new key for writes.
   * @param path appended to the base of all routes
   */
  send(
    method: 'get' | 'post' | 'patch' | 'delete',
    path = '',
    { body, query = {}, as = this.admin }: { body?: object; query?: object; as?: Headers } = {},
  ): Test {
    const request = this.test
      .request()
      [method](`${CAMPAIGNS}${path}`)
      .set(as)
      .query({ client_id: this.tenant.clientId, ...query });
    if (method === 'post') request.set('Idempotency-Key', randomUUID());
    return body === undefined ? request : request.send(body);
  }

  create(fields: object = {}, as = this.admin): Test {
    return this.send('post', '', { body: { project_id: this.projectId, ...A_CAMPAIGN, ...fields }, as });
  }

  /**
   * Creates a campaign.
   * @throws if it is refused
   */
  async made(fields: object = {}): Promise<CampaignDetail> {
    return (await this.create(fields).expect(201)).body as CampaignDetail;
  }

  async detail(campaignId: string): Promise<CampaignDetail> {
    return (await this.send('get', `/${campaignId}`).expect(200)).body as CampaignDetail;
  }
}

/** A project that can make calls, and the partner_admin who runs its campaigns. */
export async function aCampaignFixture(test: TestApp, tenant?: TestTenant): Promise<CampaignFixture> {
  const own = tenant ?? (await test.world.aTenant());
  const user = await test.world.aUser(own, { role: 'partner_admin' });
  const projectId = await aCampaignProject(test.world, own);
  // Long enough for a series of killed processes, which lasts longer than an ordinary session.
  const exp = Math.floor(Date.now() / 1000) + 7200;
  const token = bearerToken(user.subject, { claims: { exp } });
  return new CampaignFixture(test, own, projectId, { Authorization: `Bearer ${token}` });
}

/** The fields that a 422 names, each with its reason. */
export const faultsOf = (response: Response): [string, string][] =>
  (response.body as { details: { loc: string[]; type: string }[] }).details.map(({ loc, type }) => [
    loc.join('.'),
    type,
  ]);
