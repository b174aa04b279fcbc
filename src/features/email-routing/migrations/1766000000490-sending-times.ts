import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the sending times of addresses, and notices that wait for them. */
export class SendingTimes1766000000490 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const statement of DOWN) await db.query(statement);
  }
}

const CHOSEN = '(delivery, digest_at, quiet_from, quiet_until, timezone) ON email_addresses';
const HELD = '(due_at, sent_with) ON notices';
/** When an address bounces, the other addresses of its party are notified. */
const TOLD_BY_OPERATORS = 'INSERT ON notices';

const UP = [
  `ALTER TABLE email_addresses
     ADD COLUMN delivery text NOT NULL DEFAULT 'immediate',
     ADD COLUMN digest_at text NOT NULL DEFAULT '08:00',
     ADD COLUMN quiet_from text,
     ADD COLUMN quiet_until text,
     ADD COLUMN timezone text NOT NULL DEFAULT 'UTC',
     ADD CONSTRAINT email_addresses_delivery_check CHECK (delivery IN ('immediate', 'daily')),
     ADD CONSTRAINT email_addresses_quiet_check CHECK ((quiet_from IS NULL) = (quiet_until IS NULL))`,
  `ALTER TABLE notices ADD COLUMN due_at timestamptz, ADD COLUMN sent_with uuid`,
  `CREATE INDEX notices_waiting ON notices (client_id, data_env, address_id) WHERE status = 'waiting'`,
  `GRANT UPDATE ${CHOSEN} TO telephony_requests`,
  `GRANT UPDATE ${HELD} TO telephony_jobs`,
  `GRANT ${TOLD_BY_OPERATORS} TO telephony_operations`,
];

const DOWN = [
  `REVOKE ${TOLD_BY_OPERATORS} FROM telephony_operations`,
  `REVOKE UPDATE ${HELD} FROM telephony_jobs`,
  `REVOKE UPDATE ${CHOSEN} FROM telephony_requests`,
  `DROP INDEX notices_waiting`,
  `ALTER TABLE notices DROP COLUMN sent_with, DROP COLUMN due_at`,
  `ALTER TABLE email_addresses
     DROP COLUMN timezone, DROP COLUMN quiet_until, DROP COLUMN quiet_from, DROP COLUMN digest_at, DROP COLUMN delivery`,
];
