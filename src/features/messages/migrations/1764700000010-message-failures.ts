import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Failed messages are counted by the hour in which they were sent. */
export class MessageFailures1764700000010 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(
      `CREATE INDEX messages_by_failure ON messages (client_id, data_env, sent_at) WHERE status = 'failed'`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX messages_by_failure');
  }
}
