import { randomUUID } from 'node:crypto';
import type { Tenant } from '#app/core/shared/auth-context.js';
import { section as assistant } from '#app/features/configuration/sections/assistant/assistant.section.js';
import { section as booking } from '#app/features/configuration/sections/booking/booking.section.js';
import { section as dashboardMetadata } from '#app/features/configuration/sections/dashboard-metadata/dashboard-metadata.section.js';
import { section as emailDelivery } from '#app/features/configuration/sections/email-delivery/email-delivery.section.js';
import { section as providerConfiguration } from '#app/features/configuration/sections/provider-configuration/provider-configuration.section.js';
import { section as transferRouting } from '#app/features/configuration/sections/transfer-routing/transfer-routing.section.js';
import { demoCampaigns } from './campaigns.ts';
import { demoSender } from './sender.ts';
import { demoCallerRequests } from './caller-requests.ts';
import { SHOWCASE_PROJECT_ID, SHOWCASE_TENANT } from './calls/showcase-call.ts';
import type { DemoApiKeySecret } from './types.ts';
import type { Scope } from '#app/core/shared/roles.js';

/** The address of the API, and the keys of the project's client. */
export interface DemoProject {
  readonly baseUrl: string;
  readonly keyOf: (scope: Scope) => string;
  /** Sets the API's clock back by this many days; omitted: everything happens now. */
  readonly goBack?: GoBack;
  /** Omitted: the machine's time. */
  readonly now?: Date;
}

export type GoBack = (days: number) => void;

/** Before the first call of the history, so that each call has a version. */
export const FIRST_RELEASE_DAYS_AGO = 95;

/** Finds the key with a scope among those of the cast. */
export const deskKeys =
  (apiKeys: readonly DemoApiKeySecret[], tenant: Tenant = SHOWCASE_TENANT): DemoProject['keyOf'] =>
  (scope) => {
    const { clientId, dataEnv } = tenant;
    const found = apiKeys.find(
      (key) => key.clientId === clientId && key.dataEnv === dataEnv && key.scope === scope,
    );
    if (!found) throw new Error(`The demo has no ${scope} key of ${clientId}.`);
    return found.key;
  };

// The example's calendar needs its own secret.
const { calendar: _, ...bookingHours } = booking.example as Record<string, unknown>;

/** The assistant of the front desk, which transfers emergencies. */
const frontDesk = {
  ...assistant.example,
  // The example's number is left for people who try the example.
  inbound_numbers: ['+61255501201'],
  escalation_rules: [
    {
      rule_id: 'emergency',
      trigger: 'emergency',
      destination_id: 'front-desk',
      say: 'That needs a dentist now. I will put you through.',
    },
  ],
};

/** Changes in versions 1 to 4 of the project, in order, with the number of days since. */
const RELEASES = [
  {
    note: 'An assistant answers, and puts calls through.',
    daysAgo: FIRST_RELEASE_DAYS_AGO,
    path: 'draft',
    body: {
      sections: {
        assistant: frontDesk,
        'transfer-routing': { ...transferRouting.example, customer_destinations_version: 0 },
      },
    },
  },
  {
    note: 'Appointments.',
    daysAgo: 70,
    path: 'booking',
    body: { configuration: { ...bookingHours, closed_dates: [] } },
  },
  {
    note: 'Messages to the practice.',
    daysAgo: 40,
    path: 'email-delivery',
    body: { configuration: emailDelivery.example },
  },
  {
    note: 'Calls can go out.',
    daysAgo: 12,
    path: 'provider-configuration',
    body: { configuration: providerConfiguration.example },
  },
] as const;

/** The open draft: hours over Christmas, and a colour for the dashboard. */
const DRAFT = {
  path: 'draft',
  body: { sections: { booking: bookingHours, 'dashboard-metadata': dashboardMetadata.example } },
} as const;

/** A scripted caller for test runs. */
const CONVERSATION_TEST = {
  name: 'Asks for an appointment',
  script: {
    language: 'en-AU',
    turns: [{ says: 'Hello, I would like to see a dentist this week.' }, { says: 'Thank you, bye.' }],
  },
  assertions: [
    { kind: 'max_turns', turns: 8 },
    { kind: 'max_first_response_ms', milliseconds: 1500 },
  ],
} as const;

/**
 * Fills one demo project with ordinary requests: four published versions, a draft, a secret and a
 * conversation test, requests of callers, the report of a runtime that has applied the newest
 * version, and campaigns. It completes an interrupted start, and keeps people's later releases.
 * @throws DemoRefusal naming the request that was refused
 */
export async function configureDemo(project: DemoProject): Promise<void> {
  await configureWorkspace(project);
  const send = demoSender(project.baseUrl);
  const administrator = project.keyOf('partner_admin');
  const ask = async (method: string, path: string, body?: object) =>
    (await send(administrator, method, path, body)).answer;
  await demoCampaigns(ask, SHOWCASE_PROJECT_ID, new Date());
}

/** Does the work of `configureDemo`, except for campaigns. */
export async function configureWorkspace({
  baseUrl,
  keyOf,
  goBack = () => undefined,
  now = new Date(),
}: DemoProject): Promise<void> {
  const send = demoSender(baseUrl);
  const administrator = keyOf('partner_admin');
  const asAdministrator = (method: string, path: string, body?: object, ifMatch?: string) =>
    send(administrator, method, `/v1/projects/${SHOWCASE_PROJECT_ID}/${path}`, body, ifMatch);
  const save = async ({ path, body }: { path: string; body: object }) => {
    const { etag } = await asAdministrator('GET', 'draft');
    await asAdministrator('PUT', path, body, etag);
  };

  const { answer } = await asAdministrator('GET', 'versions');
  const published = (answer['pagination'] as { total_records: number }).total_records;
  if (published >= RELEASES.length) return;
  if (published === 0) {
    for (const request of demoCallerRequests(SHOWCASE_PROJECT_ID, now)) {
      await send(keyOf('support-ingest'), 'POST', '/v1/compliance/caller-requests', request);
    }
  }
  const { answer: secrets } = await asAdministrator('GET', 'secrets');
  if ((secrets['items'] as unknown[]).length === 0) {
    await asAdministrator('POST', 'secrets', { secret_name: 'CRM_API_KEY', value: randomUUID() });
  }
  for (const release of RELEASES.slice(published)) {
    goBack(release.daysAgo);
    await save(release);
    const { etag } = await asAdministrator('GET', 'draft');
    await asAdministrator('POST', 'publish', { change_note: release.note }, etag);
  }
  goBack(0);
  await save(DRAFT);
  const { answer: tests } = await asAdministrator('GET', 'conversation-tests');
  if ((tests['items'] as unknown[]).length === 0)
    await asAdministrator('POST', 'conversation-tests', CONVERSATION_TEST);

  const runtime = keyOf('runtime-ingest');
  const atRuntime = `/internal/v1/projects/${SHOWCASE_PROJECT_ID}`;
  const { answer: applied } = await send(runtime, 'GET', `${atRuntime}/configuration`);
  await send(runtime, 'POST', `${atRuntime}/runtime-reports`, {
    applied_hash: applied['content_hash'],
    runtime_id: 'demo-runtime',
  });
}
