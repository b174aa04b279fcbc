import type { MigrationInterface, QueryRunner } from 'typeorm';
import { viewOfClients } from '../../../core/registry/row-security.js';

/** Shows work of several clients that was abandoned. */
export class GivenUpWork1766000000493 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of viewOfClients(
      'work_dead_letters_of_clients',
      'work_dead_letters',
      'kind, died_at',
    ))
      await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP VIEW work_dead_letters_of_clients');
  }
}
