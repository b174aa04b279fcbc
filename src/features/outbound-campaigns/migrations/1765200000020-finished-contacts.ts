import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A contact whose part in its campaign is over is not callable: those that are stored as callable are brought up to that. */
export class FinishedContacts1765200000020 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      UPDATE campaign_contacts contact
         SET is_callable = false,
             not_callable_reason = CASE WHEN EXISTS (
                  SELECT FROM suppressions s JOIN campaigns c USING (client_id, data_env)
                   WHERE s.client_id = contact.client_id AND s.data_env = contact.data_env
                     AND s.phone_hash = contact.phone_hash AND c.campaign_id = contact.campaign_id
                     AND (s.project_id IS NULL OR s.project_id = c.project_id))
                  THEN 'dnc' ELSE 'campaign_closed' END
       WHERE is_callable AND status IN ('completed', 'failed', 'suppressed', 'cancelled', 'expired')`);
  }

  async down(): Promise<void> {
    // What was stored before was wrong: it is not put back.
  }
}
