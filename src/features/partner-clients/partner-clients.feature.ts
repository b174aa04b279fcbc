import { defineFeature } from '../../core/registry/feature.js';
import { PartnerClients1766000000231 } from './migrations/1766000000231-partner-clients.js';
import { ProvisioningOrganisation1766000000304 } from './migrations/1766000000304-provisioning-organisation.js';
import { PartnerClientProfilesOfOperators1766000000342 } from './migrations/1766000000342-partner-client-profiles-of-operators.js';
import { ProvisioningEnvironment1766000000345 } from './migrations/1766000000345-provisioning-environment.js';
import { PARTNER_CLIENT_ACTIONS } from './partner-clients.audit.js';
import { PartnerClientProfileEntity } from './partner-clients.entities.js';
import { PartnerClientsModule } from './partner-clients.module.js';
import { SEALED_PROFILES } from './partner-clients.sealed.js';

export const feature = defineFeature({
  folder: 'features/partner-clients',
  module: PartnerClientsModule,
  entities: { metadata: [PartnerClientProfileEntity] },
  sealed: { metadata: [SEALED_PROFILES] },
  migrations: {
    metadata: [
      PartnerClients1766000000231,
      ProvisioningOrganisation1766000000304,
      PartnerClientProfilesOfOperators1766000000342,
      ProvisioningEnvironment1766000000345,
    ],
  },
  uses: {
    // Clients of a person are found over all tenants, in one statement; one database function sets
    // one up.
    clients: 'reads',
    tenant_ip_allowlist: 'reads',
    partner_organisation_members: 'reads',
    // The routes of users change the assignments to a client.
    portal_users: 'reads',
    portal_user_client_assignments: 'writes',
    // The directory counts all clients at once, and the summary's counts come with the list of
    // projects.
    projects: 'reads',
    project_assignments: 'reads',
    project_drafts: 'reads',
    // The health of a client is derived from other features' tables, with one statement per store.
    project_versions: 'reads',
    project_runtime_reports: 'reads',
    webhook_endpoints: 'reads',
    webhook_health: 'reads',
    billing_plans: 'reads',
    billing_usage_alerts: 'reads',
    billing_alert_crossings: 'reads',
    campaigns: 'reads',
  },
  actions: PARTNER_CLIENT_ACTIONS,
  tags: [
    {
      name: 'Partner clients',
      description:
        'The clients of a partner: the directory, a summary of each, setting one up, and who is assigned ' +
        'to it. Only for signed-in people.',
      order: 62,
    },
  ],
});
