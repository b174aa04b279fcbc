import { defineFeature } from '../../core/registry/feature.js';
import { Partner1766000000020 } from './migrations/1766000000020-partner.js';
import { PARTNER_ACTIONS } from './partner.audit.js';
import { PartnerModule } from './partner.module.js';
import { TenantKeySettingsEntity } from './partner.entities.js';

export const feature = defineFeature({
  folder: 'features/partner',
  module: PartnerModule,
  entities: { metadata: [TenantKeySettingsEntity] },
  migrations: { metadata: [Partner1766000000020] },
  uses: {
    // The routes that create, rotate and revoke keys; core only checks whether one is valid.
    api_keys: 'writes',
    // An operator's command sets up a partner, its client and its people with everything that core
    // requires.
    clients: 'writes',
    portal_users: 'writes',
    portal_user_client_assignments: 'writes',
    partner_organisations: 'writes',
    partner_organisation_members: 'writes',
    partner_client_ownerships: 'writes',
    tenant_routes: 'writes',
  },
  actions: PARTNER_ACTIONS,
  tags: [
    {
      name: 'Partner integrations',
      description: 'The identity of the caller, and the API keys of a partner.',
      order: 60,
    },
  ],
});
