import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the requests that came from a support ticket. */
export class RequestsOfTickets1766000000701 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(
      `CREATE INDEX caller_requests_by_ticket ON caller_requests (client_id, data_env, support_ticket_reference)
        WHERE support_ticket_reference IS NOT NULL`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX caller_requests_by_ticket');
  }
}
