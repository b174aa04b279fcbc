import { defineFeature } from '../../core/registry/feature.js';
import { PRIVACY_ACTIONS } from './privacy.audit.js';
import { TenantPrivacyModule } from './privacy.module.js';

export const feature = defineFeature({
  folder: 'features/privacy',
  module: TenantPrivacyModule,
  // These routes write the rules that core enforces.
  uses: { pii_policies: 'writes', pii_settings: 'writes', tenant_governance: 'writes' },
  actions: PRIVACY_ACTIONS,
  tags: [
    {
      name: 'Privacy',
      description: 'Which personal data a client shows, to which roles, and for how long.',
      order: 70,
    },
  ],
});
