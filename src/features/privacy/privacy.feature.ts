import { defineFeature } from '../../core/registry/feature.js';
import { TenantPrivacyModule } from './privacy.module.js';

export const feature = defineFeature({
  folder: 'features/privacy',
  module: TenantPrivacyModule,
  tags: [
    { name: 'Privacy', description: 'What personal data a client shows, and to which roles.', order: 70 },
  ],
});
