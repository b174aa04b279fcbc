import type { MigrationInterface, QueryRunner } from 'typeorm';
import { viewOfClients } from '../../../core/registry/row-security.js';

/** A view of follow-ups for reads over several clients. */
export class FollowUpsOfClients1766000000580 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of viewOfClients(
      'call_follow_ups_of_clients',
      'call_follow_ups',
      'call_id, state',
    )) {
      await db.query(statement);
    }
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP VIEW call_follow_ups_of_clients');
  }
}
