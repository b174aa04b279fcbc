import type { MigrationInterface, QueryRunner } from 'typeorm';
import { viewOfClients } from '../../../core/registry/row-security.js';

/** Views of campaigns and capacity for reads over several clients. */
export class HomeStore1766000000360 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const statement of DOWN) await db.query(statement);
  }
}

export const VIEWS_OF_CAPACITY = [
  ...viewOfClients('capacity_limits_of_clients', 'capacity_limits', 'project_id, concurrency_limit'),
  ...viewOfClients('capacity_leases_of_clients', 'capacity_leases', 'is_waiting, expires_at'),
];

const UP = [
  ...viewOfClients(
    'campaigns_of_clients',
    'campaigns',
    'campaign_id, project_id, name, status, schedule_end_at',
  ),
  ...VIEWS_OF_CAPACITY,
];

const DOWN = [`DROP VIEW capacity_leases_of_clients, capacity_limits_of_clients, campaigns_of_clients`];
