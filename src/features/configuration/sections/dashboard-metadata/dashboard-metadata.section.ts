import { defineSection } from '../../rules/sections/section-definition.js';
import { DashboardMetadataController } from './dashboard-metadata.controller.js';
import { DASHBOARD_RULES, dashboardMetadataFindings } from './dashboard-metadata.policy.js';
import { DASHBOARD_EXAMPLE, DASHBOARD_TITLE, DashboardMetadata } from './dashboard-metadata.schema.js';
import { DRAFT_READERS } from './dashboard-snapshot.policy.js';
import { DashboardMetadataService } from './dashboard-metadata.service.js';

/** The metadata that dashboards show; it is edited with the draft as a whole (workspace 1.1). */
export const section = defineSection({
  name: 'dashboard-metadata',
  title: DASHBOARD_TITLE,
  schema: DashboardMetadata,
  defaults: {},
  example: DASHBOARD_EXAMPLE,
  read: { scopes: DRAFT_READERS },
  write: { scopes: ['partner_admin'], method: 'put', path: '', guard: 'optional' },
  findings: dashboardMetadataFindings,
  rules: DASHBOARD_RULES,
  controllers: [DashboardMetadataController],
  providers: [DashboardMetadataService],
});
