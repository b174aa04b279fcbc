import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets the API count alerts over all clients of a person. */
export class AlertsOfClientsMetadata1766000000397 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const [columns, table] of READ) {
      await db.query(`GRANT SELECT (${columns}) ON ${table} TO telephony_requests_system`);
    }
  }

  async down(db: QueryRunner): Promise<void> {
    for (const [columns, table] of READ) {
      await db.query(`REVOKE SELECT (${columns}) ON ${table} FROM telephony_requests_system`);
    }
  }
}

const READ = [
  ['client_id, data_env, project_id, version_number, published_at, content_hash', 'project_versions'],
  ['client_id, data_env, project_id, applied_hash, applied_since', 'project_runtime_reports'],
  [
    'webhook_id, endpoint_url, is_enabled, enablement, updated_at, secret_rotated_at, previous_secret_expires_at',
    'webhook_endpoints',
  ],
  ['client_id, data_env, alert_id, meter_id, project_id, action, revision', 'billing_usage_alerts'],
  [
    'client_id, data_env, alert_id, revision, period_start, period_end, reached_at',
    'billing_alert_crossings',
  ],
  ['source_project_id, due_at', 'caller_requests'],
  ['client_id, data_env, alert_id, acknowledged_at', 'alert_acknowledgements'],
] as const;
