import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A number that a campaign has twice is called for one of its contacts. Of contacts that are there already and may still be called
 * the one that came first is; the others are found when their turn comes.
 */
export class RepeatedNumbers1765200000010 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE campaigns ADD COLUMN allow_repeated_numbers boolean NOT NULL DEFAULT false`);
    await db.query(`ALTER TABLE campaign_contacts ADD COLUMN repeats_number boolean NOT NULL DEFAULT false`);
    await db.query(`
      UPDATE campaign_contacts contact SET repeats_number = true
        FROM (SELECT client_id, data_env, campaign_id, contact_id,
                     row_number() OVER (PARTITION BY client_id, data_env, campaign_id, phone_hash
                                            ORDER BY campaign_contacts.created_at, contact_id) AS place
                FROM campaign_contacts JOIN campaigns USING (client_id, data_env, campaign_id)
               WHERE campaigns.status IN ('draft', 'scheduled', 'running', 'paused')) ranked
       WHERE ranked.place > 1 AND contact.status IN ('pending', 'pending_dispatch', 'queued', 'retry_scheduled')
         AND contact.client_id = ranked.client_id AND contact.data_env = ranked.data_env
         AND contact.campaign_id = ranked.campaign_id AND contact.contact_id = ranked.contact_id`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE campaign_contacts DROP COLUMN repeats_number');
    await db.query('ALTER TABLE campaigns DROP COLUMN allow_repeated_numbers');
  }
}
