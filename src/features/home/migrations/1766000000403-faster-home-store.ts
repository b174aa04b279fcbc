import type { MigrationInterface, QueryRunner } from 'typeorm';
import { VIEWS_OF_CAPACITY } from './1766000000360-home-store.js';

/** Reads the list of clients once per statement in these views. */
export class FasterHomeStore1766000000403 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of VIEWS_OF_CAPACITY) await db.query(statement);
  }

  // The earlier views showed the same rows.
  async down(): Promise<void> {}
}
