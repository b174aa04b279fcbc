import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A take looks for the numbers that runtimes have in their hands: few, however many contacts have the same ones. */
export class NumbersInFlight1764900100000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(
      `CREATE INDEX campaign_contacts_in_flight ON campaign_contacts (client_id, data_env, phone_hash)
        WHERE status IN ('dialing', 'in_call')`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX campaign_contacts_in_flight');
  }
}
