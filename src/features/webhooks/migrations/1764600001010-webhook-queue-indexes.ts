import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The queue is empty at one moment and has a hundred thousand rows at the next, so that PostgreSQL takes it for as good as empty. Of
 * indexes that all begin with the tenant it then reads any of them from end to end. Now only the primary key begins so: a
 * delivery is found by it, and what is ready or belongs to a call by its webhook, which no other tenant has.
 */
export class WebhookQueueIndexes1764600001010 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(
      `CREATE INDEX webhook_queue_by_webhook ON webhook_queue (webhook_id, ready_at, client_id, data_env)`,
    );
    await db.query(
      `CREATE INDEX webhook_queue_by_webhook_call ON webhook_queue (webhook_id, call_id, sequence, delivery_id)`,
    );
    await db.query(`DROP INDEX webhook_queue_by_readiness, webhook_queue_by_call`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(
      `CREATE INDEX webhook_queue_by_readiness ON webhook_queue (client_id, data_env, webhook_id, ready_at)`,
    );
    await db.query(
      `CREATE INDEX webhook_queue_by_call ON webhook_queue (client_id, data_env, webhook_id, call_id, sequence, delivery_id)`,
    );
    await db.query(`DROP INDEX webhook_queue_by_webhook, webhook_queue_by_webhook_call`);
  }
}
