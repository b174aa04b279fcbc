import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How the receivers of a tenant's webhooks have answered lately. */
export class WebhookHealth1764600000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE webhook_health (
     client_id text NOT NULL,
     data_env text NOT NULL,
     webhook_id uuid NOT NULL,
     enablement integer NOT NULL,
     consecutive_failures integer NOT NULL DEFAULT 0,
     failing_since timestamptz,
     degraded_at timestamptz,
     disabled_at timestamptz,
     disabled_reason text,
     last_success_at timestamptz,
     last_failure_at timestamptz,
     CONSTRAINT webhook_health_pkey PRIMARY KEY (client_id, data_env, webhook_id),
     CONSTRAINT webhook_health_disabled_check CHECK ((disabled_at IS NULL) = (disabled_reason IS NULL))
   )`);
    await db.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON webhook_health TO telephony_app`);
    await db.query(`ALTER TABLE webhook_health ENABLE ROW LEVEL SECURITY`);
    await db.query(`
      CREATE POLICY tenant_isolation ON webhook_health TO telephony_app
        USING (client_id = (SELECT current_setting('app.client_id', true))
           AND data_env = (SELECT current_setting('app.data_env', true)))`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE webhook_health`);
  }
}
