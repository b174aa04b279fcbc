import type { Settings } from '#app/config/settings.js';
import type { DataEnv } from '#app/core/shared/auth-context.js';
import { PII_KINDS } from '#app/core/privacy/pii/pii-permission.policy.js';
import { DEMO_USERS } from './cast-users.ts';
import type { DemoApiKey, DemoEndingKey, DemoProject, DemoTenant } from '../types.ts';
import { SCOPES, type Scope } from '#app/core/shared/roles.js';

const ACME = { clientId: 'acme-dental', dataEnv: 'prod' } as const;

const organisations = [
  {
    organisationId: 'harbour-voice',
    name: 'Harbour Voice Partners',
    clientIds: ['acme-dental', 'bluegum-vets', 'coastline-plumbing'],
  },
  {
    organisationId: 'southern-cross-cx',
    name: 'Southern Cross CX',
    clientIds: ['banksia-legal', 'kingfisher-travel'],
  },
];

const clients = [
  { clientId: 'acme-dental', businessName: 'Acme Dental Group', timezone: 'Australia/Sydney' },
  { clientId: 'bluegum-vets', businessName: 'Bluegum Veterinary Clinics', timezone: 'Australia/Melbourne' },
  { clientId: 'coastline-plumbing', businessName: 'Coastline Plumbing', timezone: 'Australia/Brisbane' },
  { clientId: 'banksia-legal', businessName: 'Banksia Legal', timezone: 'Australia/Adelaide' },
  { clientId: 'kingfisher-travel', businessName: 'Kingfisher Travel', timezone: 'Pacific/Auckland' },
  // Owned by no partner: only its own people and the internal roles may see it.
  { clientId: 'wattle-energy', businessName: 'Wattle Energy', timezone: 'Australia/Perth' },
];

const tenants: readonly DemoTenant[] = [
  { clientId: 'acme-dental', dataEnv: 'prod', storeId: 'store-a' },
  // One client in two stores: the route depends on the client and the environment.
  { clientId: 'acme-dental', dataEnv: 'staging', storeId: 'store-b' },
  { clientId: 'bluegum-vets', dataEnv: 'prod', storeId: 'store-a' },
  { clientId: 'coastline-plumbing', dataEnv: 'prod', storeId: 'store-a' },
  { clientId: 'banksia-legal', dataEnv: 'prod', storeId: 'store-b' },
  { clientId: 'banksia-legal', dataEnv: 'staging', storeId: 'store-b' },
  { clientId: 'kingfisher-travel', dataEnv: 'prod', storeId: 'store-b' },
  { clientId: 'wattle-energy', dataEnv: 'prod', storeId: 'store-a' },
];

function project(
  clientId: string,
  displayName: string,
  projectId: string,
  unlike: Partial<DemoProject> = {},
): DemoProject {
  const timezone = clients.find((client) => client.clientId === clientId)?.timezone ?? 'UTC';
  return {
    projectId,
    clientId,
    dataEnv: 'prod',
    displayName,
    timezone,
    lifecycleState: 'active',
    callerMixEnabled: true,
    ratePerMinute: '0.1650',
    currency: 'AUD',
    ...unlike,
  };
}

const projects: readonly DemoProject[] = [
  project('acme-dental', 'Front desk', 'acme-dental-front-desk-k3vq72'),
  project('acme-dental', 'After hours', 'acme-dental-after-hours-m5xd4r'),
  project('acme-dental', 'Front desk', 'acme-dental-front-desk-t6wb3n', { dataEnv: 'staging' }),
  project('bluegum-vets', 'Clinic line', 'bluegum-vets-clinic-line-h4pz6c'),
  project('bluegum-vets', 'Vaccination reminders', 'bluegum-vets-vaccination-reminders-r2ye5s'),
  project('coastline-plumbing', 'Emergency dispatch', 'coastline-plumbing-emergency-dispatch-b7jm3g'),
  project('banksia-legal', 'Client intake', 'banksia-legal-client-intake-d5tf2w'),
  project('banksia-legal', 'Client intake', 'banksia-legal-client-intake-n3ka6v', { dataEnv: 'staging' }),
  project('kingfisher-travel', 'Bookings', 'kingfisher-travel-bookings-q6cs4h'),
  project('kingfisher-travel', 'Disruption line', 'kingfisher-travel-disruption-line-w2gp7x', {
    timezone: 'Australia/Sydney',
  }),
  project('wattle-energy', 'Outage hotline', 'wattle-energy-outage-hotline-z4re5m'),
  project('wattle-energy', 'Billing enquiries', 'wattle-energy-billing-enquiries-c7hn2b', {
    callerMixEnabled: false,
  }),
  project('wattle-energy', 'Solar sign-up', 'wattle-energy-solar-sign-up-p3vd6k', {
    lifecycleState: 'setup',
  }),
  project('coastline-plumbing', 'Winter campaign', 'coastline-plumbing-winter-campaign-f5sy4t', {
    lifecycleState: 'archived',
  }),
];

const key = (clientId: string, dataEnv: DataEnv, scope: Scope): DemoApiKey => ({
  clientId,
  dataEnv,
  scope,
  description: `Demo key: ${scope}`,
});

// One client has a key of every scope; every other pair has at least one for its voice runtime.
const apiKeys: readonly DemoApiKey[] = [
  ...SCOPES.map((scope) => key('acme-dental', 'prod', scope)),
  key('acme-dental', 'staging', 'partner_admin'),
  key('acme-dental', 'staging', 'full-access'),
  key('acme-dental', 'staging', 'read-only'),
  key('bluegum-vets', 'prod', 'partner_admin'),
  key('bluegum-vets', 'prod', 'read-only'),
  key('coastline-plumbing', 'prod', 'partner_admin'),
  key('banksia-legal', 'prod', 'partner_admin'),
  key('banksia-legal', 'prod', 'partner_user'),
  key('banksia-legal', 'prod', 'client_admin'),
  key('kingfisher-travel', 'prod', 'partner_admin'),
  key('kingfisher-travel', 'prod', 'full-access'),
  key('wattle-energy', 'prod', 'client_admin'),
  ...tenants
    .filter((tenant) => tenant.clientId !== 'acme-dental' || tenant.dataEnv !== 'prod')
    .map((tenant) => key(tenant.clientId, tenant.dataEnv, 'runtime-ingest')),
];

/** It expires within the 14 days for which alerts warn, so that partners see a warning. */
const endingKey: DemoEndingKey = {
  ...ACME,
  scope: 'partner_user',
  description: 'Practice dashboard',
  createdBy: DEMO_USERS[0]!.userId,
  days: 9,
};

// The customer's administrators see everything, its managers the content of calls; partners only if
// the customer has agreed, as one has, so that both cases can be seen.
const piiPolicies = [
  ...tenants.flatMap(({ clientId, dataEnv }) => [
    ...PII_KINDS.map((kind) => ({ clientId, dataEnv, role: 'client_admin', kind }) as const),
    { clientId, dataEnv, role: 'client_manager', kind: 'summary' } as const,
  ]),
  { ...ACME, role: 'partner_admin', kind: 'summary' } as const,
  { ...ACME, role: 'partner_admin', kind: 'transcript' } as const,
  // Transcripts of test calls with the sandbox, whose text is all made up.
  { ...ACME, dataEnv: 'staging', role: 'partner_admin', kind: 'transcript' } as const,
];

// One customer is strict, so that both cases can be seen.
const piiSettings = tenants.map(({ clientId, dataEnv }) => ({
  clientId,
  dataEnv,
  strictSummaries: clientId === 'banksia-legal',
}));

/**
 * The clients' governance of transcripts, so that exports show every case: one client allows reuse,
 * one denies it, one keeps transcripts for a month, one has no rules, and the rest have not decided
 * on reuse.
 */
const governance = tenants
  .filter(({ clientId }) => clientId !== 'wattle-energy')
  .map(({ clientId, dataEnv }) => {
    const isAcme = clientId === ACME.clientId && dataEnv === ACME.dataEnv;
    return {
      clientId,
      dataEnv,
      audioRetention: isAcme ? ('enabled' as const) : ('disabled' as const),
      secondaryReuse: isAcme
        ? ('allowed' as const)
        : clientId === 'bluegum-vets'
          ? ('denied' as const)
          : null,
      transcriptRetentionDays: clientId === 'kingfisher-travel' ? 30 : 365,
    };
  });

/** The runtime has confirmed every live project except one, whose settings it could not apply. */
const compliance = projects.map(({ clientId, dataEnv, projectId, lifecycleState }) => ({
  clientId,
  dataEnv,
  projectId,
  projection:
    projectId === 'bluegum-vets-vaccination-reminders-r2ye5s'
      ? ('failed' as const)
      : lifecycleState === 'setup'
        ? ('pending' as const)
        : ('confirmed' as const),
}));

/** The invented organisations, clients, people and keys of the demo; the same on every machine. */
export const DEMO_CAST = {
  organisations,
  clients,
  tenants,
  projects,
  users: DEMO_USERS,
  apiKeys,
  endingKey,
  piiPolicies,
  piiSettings,
  governance,
  compliance,
};

export type DemoCast = typeof DEMO_CAST;

/** The input of seeding, which runs at every start and leaves existing data alone. */
export interface DemoSeedInput {
  readonly settings: Settings;
  /** URL of the login that writes the cast: the API's login may not. */
  readonly metadataOwnerUrl: string;
  readonly cast: DemoCast;
  /**
   * File (mode 0600) that keeps the texts of the API keys across restarts; only seeding writes it.
   */
  readonly apiKeySecretsFile: string;
  readonly log: (message: string) => void;
  /** The end of the call history. */
  readonly now: Date;
}
