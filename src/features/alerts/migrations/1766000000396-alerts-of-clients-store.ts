import type { MigrationInterface, QueryRunner } from 'typeorm';
import { viewOfClients } from '../../../core/registry/row-security.js';

/** Views for counting the alerts of several clients at once. */
export class AlertsOfClientsStore1766000000396 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const statement of DOWN) await db.query(statement);
  }
}

const CAMPAIGNS = 'campaign_id, project_id, name, status, schedule_end_at';

export const VIEWS_OF_CAUSES = [
  ...viewOfClients(
    'webhook_health_of_clients',
    'webhook_health',
    'webhook_id, enablement, degraded_at, disabled_at, disabled_reason',
  ),
  ...viewOfClients('capacity_blocks_of_clients', 'capacity_blocks', 'project_id, minute'),
  ...viewOfClients(
    'registry_wash_records_of_clients',
    'registry_wash_records',
    'registry_wash_record_id, washed_at, valid_until',
  ),
  ...viewOfClients(
    'campaigns_of_clients',
    'campaigns',
    `${CAMPAIGNS}, status_reason, status_changed_at, compliance, campaign_call_type, last_registry_wash_record_id`,
  ),
];

const UP = [`DROP VIEW campaigns_of_clients`, ...VIEWS_OF_CAUSES];

const DOWN = [
  `DROP VIEW campaigns_of_clients, registry_wash_records_of_clients, capacity_blocks_of_clients, webhook_health_of_clients`,
  ...viewOfClients('campaigns_of_clients', 'campaigns', CAMPAIGNS),
];
