import type { MigrationInterface, QueryRunner } from 'typeorm';
import { rowsOfTenant } from '../../../core/registry/row-security.js';

/** The networks from which people signed in. */
export class SignInPlaces1766000000491 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE sign_in_places');
  }
}

const UP = [
  `CREATE TABLE sign_in_places (
     client_id text NOT NULL,
     data_env text NOT NULL,
     user_id text NOT NULL,
     network text NOT NULL,
     last_seen_at timestamptz NOT NULL,
     CONSTRAINT sign_in_places_pkey PRIMARY KEY (client_id, data_env, user_id, network),
     CONSTRAINT sign_in_places_data_env_check CHECK (data_env IN ('prod', 'staging', 'dev')),
     CONSTRAINT sign_in_places_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(client_id)
   )`,
  ...rowsOfTenant('sign_in_places'),
  `GRANT SELECT, INSERT, UPDATE (last_seen_at), DELETE ON sign_in_places TO telephony_requests`,
];
