import { defineFeature } from '../../core/registry/feature.js';
import { BUSINESS_HOURS_ACTIONS } from './business-hours.audit.js';
import * as entities from './business-hours.entities.js';
import { BUSINESS_HOURS_ERRORS } from './business-hours.errors.js';
import { BusinessHoursModule } from './business-hours.module.js';
import { BusinessHours1766000000261 } from './migrations/1766000000261-business-hours.js';

export const feature = defineFeature({
  folder: 'features/business-hours',
  module: BusinessHoursModule,
  entities: { metadata: Object.values(entities) },
  migrations: { metadata: [BusinessHours1766000000261] },
  // The client's time zone, and which projects have published hours of their own, in one statement
  // for all projects.
  uses: { clients: 'reads', projects: 'reads', project_versions: 'reads' },
  errors: [BUSINESS_HOURS_ERRORS],
  actions: BUSINESS_HOURS_ACTIONS,
  tags: [{ name: 'Business hours', description: 'When a client is open.', order: 34 }],
});
