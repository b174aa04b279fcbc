import { PARTNER_READERS } from '../../../../core/auth/scopes.js';
import { defineSection } from '../../configuration/section-definition.js';
import { DashboardMetadataController } from './dashboard-metadata.controller.js';
import { dashboardMetadataFindings } from './dashboard-metadata.policy.js';
import { DASHBOARD_EXAMPLE, DASHBOARD_TITLE, DashboardMetadata } from './dashboard-metadata.schema.js';
import { DashboardMetadataService } from './dashboard-metadata.service.js';

/** Contract, "Project workspace subresources": dashboard-metadata. It is edited with the draft as a whole. */
export const section = defineSection({
  name: 'dashboard-metadata',
  title: DASHBOARD_TITLE,
  schema: DashboardMetadata,
  defaults: {},
  example: DASHBOARD_EXAMPLE,
  read: { scopes: PARTNER_READERS },
  write: { scopes: ['partner_admin'], method: 'put', path: '', guard: 'optional' },
  findings: dashboardMetadataFindings,
  routes: 'own',
  controllers: [DashboardMetadataController],
  providers: [DashboardMetadataService],
});
