import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets the worker find alerts, to send notices about them. */
export class AlertsForNotices1766000000481 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const what of READ_BY_WORKER) await db.query(`GRANT SELECT ${what} TO telephony_jobs`);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const what of READ_BY_WORKER) await db.query(`REVOKE SELECT ${what} FROM telephony_jobs`);
  }
}

const READ_BY_WORKER = ['ON alert_acknowledgements', '(applied_since) ON project_runtime_reports'];
