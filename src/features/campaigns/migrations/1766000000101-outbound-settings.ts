import type { MigrationInterface, QueryRunner } from 'typeorm';
import { rowsOfStore } from '../../../core/registry/row-security.js';

/** The pause between campaigns, and the calls from which it counts. */
export class OutboundSettings1766000000101 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const statement of DOWN) await db.query(statement);
  }
}

const UP = [
  `CREATE TABLE outbound_settings (
     client_id text NOT NULL,
     data_env text NOT NULL,
     -- 30 days at most.
     hours_between_campaigns integer NOT NULL,
     revision integer NOT NULL DEFAULT 0,
     updated_at timestamptz(3) NOT NULL,
     updated_by text NOT NULL,
     CONSTRAINT outbound_settings_pkey PRIMARY KEY (client_id, data_env),
     CONSTRAINT outbound_settings_hours_check CHECK (hours_between_campaigns BETWEEN 0 AND 720)
   )`,
  ...rowsOfStore('outbound_settings'),
  `GRANT SELECT, INSERT, UPDATE ON outbound_settings TO telephony_app`,
  // A validation looks for numbers that were called recently; most contacts were not.
  `CREATE INDEX campaign_contacts_by_attempt ON campaign_contacts (client_id, data_env, last_attempt_at) WHERE last_attempt_at IS NOT NULL`,
];

const DOWN = [`DROP INDEX campaign_contacts_by_attempt`, `DROP TABLE outbound_settings`];
