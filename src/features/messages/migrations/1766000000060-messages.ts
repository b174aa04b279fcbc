import type { MigrationInterface, QueryRunner } from 'typeorm';
import { rowsOfStore } from '../../../core/registry/row-security.js';

/** Text messages, without numbers and texts. */
export class Messages1766000000060 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const statement of DOWN) await db.query(statement);
  }
}

const UP = [
  `CREATE TABLE messages (
     client_id text NOT NULL,
     data_env text NOT NULL,
     message_id text COLLATE "C" NOT NULL,
     logical_send_id text COLLATE "C" NOT NULL,
     revision integer NOT NULL,
     project_id text NOT NULL,
     direction text NOT NULL,
     segments integer NOT NULL,
     status text NOT NULL,
     failed_reason text,
     sent_at timestamptz NOT NULL,
     delivered_at timestamptz,
     CONSTRAINT messages_pkey PRIMARY KEY (client_id, data_env, message_id),
     CONSTRAINT messages_direction_check CHECK (direction IN ('inbound', 'outbound')),
     CONSTRAINT messages_status_check CHECK (status IN ('queued', 'sent', 'delivered', 'read', 'failed')),
     CONSTRAINT messages_segments_check CHECK (segments >= 1)
   )`,
  `CREATE INDEX messages_by_delivery ON messages (client_id, data_env, delivered_at) WHERE delivered_at IS NOT NULL`,
  `CREATE INDEX messages_by_send ON messages (client_id, data_env, logical_send_id)`,
  `CREATE INDEX messages_by_failure ON messages (client_id, data_env, sent_at) WHERE status = 'failed'`,
  ...rowsOfStore('messages'),
  `GRANT SELECT, INSERT, UPDATE ON messages TO telephony_app`,
];

const DOWN = [`DROP TABLE messages`];
