import { auditActions } from '../../core/kernel/audit-event.js';

/** What is audited of a project's draft, its releases and secrets, and of its runtime. */
export const WORKSPACE_ACTIONS = auditActions({
  sectionSaved: 'project_section.saved',
  draftSaved: 'project_draft.saved',
  sectionDiscarded: 'project_section.discarded',
  draftDiscarded: 'project_draft.discarded',
  configurationExported: 'project_configuration.exported',
  configurationImported: 'project_configuration.imported',
  configurationCloned: 'project_configuration.cloned',
  secretCreated: 'project_secret.created',
  secretRotated: 'project_secret.rotated',
  secretDeleted: 'project_secret.deleted',
  published: 'project.published',
  dashboardPublished: 'dashboard_metadata.published',
  rolledBack: 'project.rolled_back',
  provenanceRecorded: 'runtime_provenance.recorded',
  configurationRead: 'runtime_configuration.read',
  reportChanged: 'runtime_report.changed',
  testCallRequested: 'test_call.requested',
  testCallTaken: 'test_call.taken',
  testCallFailed: 'test_call.failed',
});
