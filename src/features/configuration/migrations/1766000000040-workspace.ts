import type { MigrationInterface, QueryRunner } from 'typeorm';
import { rowsOfTenant } from '../../../core/registry/row-security.js';
import { TABLES } from './1766000000040-workspace.tables.js';

/** A project's configuration: its draft, versions, releases, secrets, runtime reports and tests. */
export class Workspace1766000000040 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const statement of DOWN) await db.query(statement);
  }
}

const UP = [
  ...TABLES,
  ...[
    'project_compliance',
    'project_drafts',
    'project_draft_sections',
    'project_versions',
    'project_section_edits',
    'project_secrets',
    'project_runtime_reports',
    'project_deployments',
    'project_test_calls',
    'project_discarded_drafts',
    'conversation_tests',
    'conversation_test_runs',
    'conversation_test_results',
    'project_approvals',
    'project_staged_releases',
    'project_inbound_numbers',
  ].flatMap(rowsOfTenant),
  `GRANT SELECT, INSERT, UPDATE ON project_compliance TO telephony_requests`,
  `GRANT SELECT (client_id, data_env, project_id, projection) ON project_compliance TO telephony_jobs`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON project_drafts TO telephony_requests`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON project_draft_sections TO telephony_requests`,
  `GRANT SELECT, INSERT ON project_versions TO telephony_requests`,
  `GRANT SELECT (client_id, data_env, project_id, version_number, sections, content_hash) ON project_versions TO telephony_jobs`,
  // A launch by the worker reports everything that prevents the project's calls, also in the draft.
  `GRANT SELECT (client_id, data_env, project_id, section, configuration) ON project_draft_sections TO telephony_jobs`,
  `GRANT SELECT, INSERT, DELETE ON project_section_edits TO telephony_requests`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON project_secrets TO telephony_requests`,
  `GRANT SELECT, INSERT, UPDATE ON project_runtime_reports TO telephony_requests`,
  `GRANT SELECT (client_id, data_env, project_id, applied_hash) ON project_runtime_reports TO telephony_jobs`,
  `GRANT SELECT, INSERT ON project_deployments TO telephony_requests`,
  `GRANT SELECT (client_id, data_env, project_id, content_hash) ON project_deployments TO telephony_jobs`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON project_test_calls TO telephony_requests`,
  `GRANT DELETE, SELECT (client_id, data_env, requested_at) ON project_test_calls TO telephony_jobs`,
  `GRANT SELECT, INSERT, UPDATE ON project_discarded_drafts TO telephony_requests`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON conversation_tests TO telephony_requests`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON conversation_test_runs TO telephony_requests`,
  `GRANT DELETE, SELECT (client_id, data_env, requested_at) ON conversation_test_runs TO telephony_jobs`,
  `GRANT SELECT, INSERT, UPDATE ON conversation_test_results TO telephony_requests`,
  `GRANT SELECT, INSERT, UPDATE (state, approved_by, approved_at, withdrawn_by, withdrawn_at, used_at, used_version_number) ON project_approvals TO telephony_requests`,
  `GRANT SELECT, INSERT, UPDATE (state, ended_by, ended_at, runtime_id, runtime_reported_at) ON project_staged_releases TO telephony_requests`,
  `GRANT SELECT, INSERT, DELETE, UPDATE (is_staged) ON project_inbound_numbers TO telephony_requests`,
];

const DOWN = [
  `DROP TABLE project_inbound_numbers, project_staged_releases, project_approvals, conversation_test_results, conversation_test_runs, conversation_tests, project_discarded_drafts, project_test_calls, project_deployments, project_runtime_reports, project_secrets, project_section_edits, project_versions, project_draft_sections, project_drafts, project_compliance`,
];
