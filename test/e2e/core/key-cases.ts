import type { TestApp } from '../../support/app.js';
import { aCall, type TestTenant } from '../../support/builders.js';
import { postCalls } from '../../support/post-calls.js';
import type { LocalBillingProvider } from '../../../tools/dev/billing/billing-provider.js';
import { bearer } from '../access/callers.js';
import { AlertStage, hoursFromNow } from '../alerts/alert-stage.js';
import { aBillingFixture } from '../billing/billing-fixture.js';
import { aCallerRequestFixture } from '../caller-requests/caller-request-fixture.js';
import { aNumber, CAMPAIGNS, PlantedCampaigns } from '../campaigns/planted-campaigns.js';
import { aboutReportSchedule } from '../report-schedules/report-cases.js';
import { aWebhookFixture } from '../webhooks/webhook-fixture.js';

/** A request that a route accepts, to be sent several times. */
export interface KeyedRequest {
  readonly tenant: TestTenant;
  readonly method: 'post' | 'put' | 'patch' | 'delete';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
}

/** Prepares such a request. */
export type KeyedCase = (test: TestApp, provider: LocalBillingProvider) => Promise<KeyedRequest>;

/** Replaces settings that were read: `If-Match` names their etag. */
const replacing =
  (path: string, body: object): KeyedCase =>
  async (test) => {
    const tenant = await test.world.aTenant();
    const headers = bearer((await test.world.aUser(tenant, { role: 'client_admin' })).token());
    const etag = (await test.request().get(path).set(headers).expect(200)).get('ETag')!;
    return { tenant, method: 'put', path, headers: { ...headers, 'If-Match': etag }, body };
  };

/**
 * A request about a webhook.
 * @param action appended to the webhook's path
 */
const aboutWebhook =
  (method: 'post' | 'patch' | 'delete', action = '', body: object = {}): KeyedCase =>
  async (test) => {
    const desk = await aWebhookFixture(test);
    const webhook = await desk.made();
    return {
      tenant: desk.tenant,
      method,
      path: `/v1/partner/webhooks/${webhook.webhook_id}${action}`,
      headers: { ...desk.headers, 'If-Match': `"${webhook.revision_hash}"` },
      query: { project_id: desk.projectId },
      body,
    };
  };

const followUp: KeyedCase = async (test) => {
  const tenant = await test.world.aTenant();
  const projectId = await test.world.aProject(tenant);
  const call = aCall(projectId);
  await postCalls(test, tenant, [call]);
  const headers = bearer((await test.world.aUser(tenant, { role: 'client_admin' })).token());
  return {
    tenant,
    method: 'put',
    path: `/v1/calls/${String(call['call_id'])}/follow-up`,
    headers: { ...headers, 'If-Match': '"0"' },
    body: { state: 'open', owner: null, due_at_utc: null, tags: [] },
  };
};

/** A request about a saved view, or one that saves a view. */
const aboutSavedView =
  (method: 'post' | 'patch' | 'delete', body: object = {}): KeyedCase =>
  async (test) => {
    const path = '/v1/portal/views';
    const tenant = await test.world.aTenant();
    const headers = bearer((await test.world.aUser(tenant, { role: 'client_staff' })).token());
    if (method === 'post') return { tenant, method, path, headers, body: A_VIEW };
    const saved = await test.request().post(path).set(headers).send(A_VIEW).expect(200);
    const { view_id: viewId } = saved.body as { view_id: string };
    const ifMatch = { ...headers, 'If-Match': saved.get('ETag')! };
    return { tenant, method, path: `${path}/${viewId}`, headers: ifMatch, body };
  };

async function readNotices(test: TestApp): Promise<KeyedRequest> {
  const tenant = await test.world.aTenant();
  const headers = bearer((await test.world.aUser(tenant, { role: 'client_staff' })).token());
  const body = { up_to_utc: '2026-11-27T08:15:00.000Z' };
  return { tenant, method: 'post', path: '/v1/portal/notices/read', headers, body };
}

/** A request about an address for notices, or one that adds an address. */
const aboutEmailAddress =
  (method: 'post' | 'patch' | 'delete', action: '' | '/resend' | null = null, body: object = {}): KeyedCase =>
  async (test) => {
    const path = '/v1/portal/email-routing/addresses';
    const tenant = await test.world.aTenant();
    const headers = bearer((await test.world.aUser(tenant, { role: 'client_admin' })).token());
    if (action === null) return { tenant, method, path, headers, body: AN_ADDRESS };
    const added = await test.request().post(path).set(headers).send(AN_ADDRESS).expect(200);
    const { address_id: id } = added.body as { address_id: string };
    return { tenant, method, path: `${path}/${id}${action}`, headers, body };
  };

async function accountExport(test: TestApp): Promise<KeyedRequest> {
  const tenant = await test.world.aTenant();
  const headers = bearer((await test.world.aUser(tenant, { role: 'client_admin' })).token());
  return {
    tenant,
    method: 'post',
    path: '/v1/portal/account-exports',
    headers,
    body: { sections: ['capacity'] },
  };
}
const AN_ADDRESS = { email: 'desk@example.com', label: 'Desk' };
const A_VIEW = { name: 'Missed', address: '/calls?status=missed' };

/**
 * A request about campaigns.
 * @param path creates the object of the request, and returns its path
 */
const aboutCampaigns =
  (
    method: 'post' | 'patch' | 'delete',
    path: (desk: PlantedCampaigns) => Promise<string>,
    body: (desk: PlantedCampaigns) => object = () => ({}),
  ): KeyedCase =>
  async (test) => {
    const desk = await PlantedCampaigns.open(test);
    return {
      tenant: desk.tenant,
      method,
      path: `${CAMPAIGNS}${await path(desk)}`,
      headers: desk.admin,
      body: body(desk),
    };
  };

const suppression = ({ projectId }: PlantedCampaigns): object => ({
  to_number: aNumber(156),
  reason: 'complaint',
  source: 'support desk',
  project_id: projectId,
});

/** A request about a usage threshold. */
const aboutUsageAlert =
  (method: 'patch' | 'delete', change: object): KeyedCase =>
  async (test, provider) => {
    const desk = await aBillingFixture(test, provider);
    const alert = { meter_id: 'minutes', threshold_type: 'units', threshold_value: 1000 };
    const made = await desk.alerts('post', '', { body: alert }).expect(200);
    const named = { client_id: desk.tenant.clientId };
    return {
      tenant: desk.tenant,
      method,
      path: `/v1/billing/usage-alerts/${(made.body as { alert_id: string }).alert_id}`,
      headers: desk.admin,
      ...(method === 'delete' ? { query: named } : { body: { ...named, ...change } }),
    };
  };

async function acknowledgement(test: TestApp): Promise<KeyedRequest> {
  const stage = await AlertStage.open(test);
  await stage.request(hoursFromNow(-2), hoursFromNow(9));
  const [alert] = await stage.alerts('client_admin');
  return {
    tenant: stage.tenant,
    method: 'post',
    path: `/v1/alerts/${alert!.alert_id}/acknowledge`,
    headers: stage.headers('service_operator'),
    query: { client_id: stage.tenant.clientId },
  };
}

async function portalSession(test: TestApp, provider: LocalBillingProvider): Promise<KeyedRequest> {
  const { tenant, admin: headers } = await aBillingFixture(test, provider);
  const body = { client_id: tenant.clientId, return_to: '/billing' };
  return { tenant, method: 'post', path: '/v1/billing/portal-session', headers, body };
}

async function piiAccess(test: TestApp): Promise<KeyedRequest> {
  const tenant = await test.world.aTenant();
  const call = aCall(await test.world.aProject(tenant), { call_id: 'call-of-a-key' });
  const writer = await test.world.aKey(tenant, 'runtime-ingest');
  await test.request().post('/internal/v1/calls').set('X-API-Key', writer).send([call]).expect(200);
  return {
    tenant,
    method: 'post',
    path: '/v1/calls/call-of-a-key/audit-pii-access',
    headers: { 'X-API-Key': await test.world.aKey(tenant, 'full-access') },
    body: { access_type: 'view_transcript', accessed_by: 'user-4711' },
  };
}

async function transition(test: TestApp): Promise<KeyedRequest> {
  const desk = await aCallerRequestFixture(test);
  const { id } = await desk.made();
  return {
    tenant: desk.tenant,
    method: 'post',
    path: `/v1/compliance/caller-requests/${id}/status-transitions`,
    headers: desk.staff,
    query: { client_id: desk.tenant.clientId },
    body: { expected_revision: 1, status: 'ready', status_note: 'Identity confirmed by telephone.' },
  };
}

async function changeOfRole(test: TestApp): Promise<KeyedRequest> {
  const tenant = await test.world.aTenant();
  const headers = bearer((await test.world.aUser(tenant, { role: 'client_admin' })).token());
  const { userId } = await test.world.aUser(tenant, { role: 'client_staff' });
  const path = `/v1/portal/people/${userId}`;
  const etag = (await test.request().get(path).set(headers).expect(200)).get('ETag')!;
  return {
    tenant,
    method: 'patch',
    path,
    headers: { ...headers, 'If-Match': etag },
    body: { role: 'client_manager' },
  };
}

async function auditDecisions(test: TestApp): Promise<KeyedRequest> {
  const tenant = await test.world.aTenant();
  const staff = await test.world.aUser(tenant, { role: 'service_operator' });
  const decision = {
    decision_id: 'pdp-of-a-key',
    action: 'call.transcript_read',
    resource_type: 'call',
    resource_id: 'call-2026-0042',
    decision: 'deny',
    reason_code: 'role_not_permitted',
    occurred_at_utc: hoursFromNow(-1).toISOString(),
  };
  return {
    tenant,
    method: 'post',
    path: '/v1/security/audit-decisions',
    headers: bearer(staff.token()),
    query: { client_id: tenant.clientId },
    body: { decisions: [decision] },
  };
}

const HOURS = {
  timezone: 'Australia/Sydney',
  weekly: [{ day: 'monday', intervals: [{ opens: '09:00', closes: '17:00' }] }],
  exceptions: [],
  holidays_of: null,
};

/** A request for each route with an idempotency key, by the name of its handler. */
export const KEYED_CASES: Readonly<Record<string, KeyedCase>> = {
  acknowledgeAlert: acknowledgement,
  createEmailAddress: aboutEmailAddress('post'),
  changeEmailAddress: aboutEmailAddress('patch', '', { label: 'Front desk' }),
  deleteEmailAddress: aboutEmailAddress('delete', ''),
  resendEmailVerification: aboutEmailAddress('post', '/resend'),
  saveEmailRules: replacing('/v1/portal/email-routing/rules', { rules: [] }),
  createReportSchedule: aboutReportSchedule('post'),
  changeReportSchedule: aboutReportSchedule('patch', '', { name: 'Calls' }),
  deleteReportSchedule: aboutReportSchedule('delete', ''),
  requestReportSample: aboutReportSchedule('post', '/sample'),
  changePersonRole: changeOfRole,
  changeView: aboutSavedView('patch', { name: 'Missed calls' }),
  createPortalSession: portalSession,
  createSuppression: aboutCampaigns('post', () => Promise.resolve('/suppressions'), suppression),
  deleteUsageAlert: aboutUsageAlert('delete', {}),
  deleteView: aboutSavedView('delete'),
  deleteWebhook: aboutWebhook('delete'),
  markNoticesRead: readNotices,
  recordAuditDecisions: auditDecisions,
  recordPiiAccess: piiAccess,
  removeSuppression: aboutCampaigns('delete', async (desk) => {
    const made = await desk.post('/suppressions', suppression(desk)).expect(200);
    return `/suppressions/${(made.body as { suppression_id: string }).suppression_id}`;
  }),
  requestWebhookRecovery: aboutWebhook('post', '/recover', { since: hoursFromNow(-1).toISOString() }),
  revokePreviousWebhookSecret: aboutWebhook('post', '/end-previous-secret'),
  saveFollowUp: followUp,
  startAccountExport: accountExport,
  saveFollowUpSettings: replacing('/v1/calls/follow-ups/settings', {
    missed_inbound: true,
    upset_callers: false,
  }),
  saveView: aboutSavedView('post'),
  rotateWebhookSecret: aboutWebhook('post', '/rotate-secret', { previous_secret_valid_seconds: 60 }),
  saveBusinessHours: replacing('/v1/portal/business-hours', HOURS),
  saveIpAllowlist: replacing('/v1/security/ip-allowlist', {
    entries: [
      { network: '127.0.0.0/8', label: 'This machine' },
      { network: '::1', label: 'This machine' },
    ],
  }),
  saveOutboundSettings: replacing('/v1/outbound-settings', { hours_between_campaigns: 12 }),
  savePiiPolicy: replacing('/v1/privacy/pii-policy', { strict_summaries: true, permissions: {} }),
  saveTenantGovernance: replacing('/v1/privacy/governance', {
    audio_retention: 'enabled',
    secondary_reuse: 'allowed',
    transcript_retention_days: 365,
  }),
  testWebhook: aboutWebhook('post', '/test'),
  transitionCallerRequest: transition,
  updateOutboundCampaign: aboutCampaigns(
    'patch',
    async (desk) => `/${await desk.campaign()}`,
    () => ({ name: 'Recall 2' }),
  ),
  updateUsageAlert: aboutUsageAlert('patch', { threshold_value: 2000 }),
  updateWebhook: aboutWebhook('patch', '', { timeout_seconds: 20 }),
  validateCampaign: aboutCampaigns('post', async (desk) => `/${await desk.campaign()}/validate`),
};
