import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Every request with a token asks which organisation of its person owns the client; that was a scan of all ownerships. */
export class PartnersByClient1764800100000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(
      'CREATE INDEX partner_client_ownerships_by_client ON partner_client_ownerships (client_id)',
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX partner_client_ownerships_by_client');
  }
}
