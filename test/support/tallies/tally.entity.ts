import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { DataEnv } from '../../../src/core/shared/auth-context.js';

/** A row in a tenant store, of a feature that exists only in tests. */
@Entity('test_tallies')
export class TallyEntity {
  @PrimaryColumn('text', { name: 'client_id' })
  clientId!: string;

  @PrimaryColumn('text', { name: 'data_env' })
  dataEnv!: DataEnv;

  @PrimaryColumn('uuid', { name: 'tally_id' })
  tallyId!: string;

  @Column('integer')
  amount!: number;
}

/** Its table, as a migration would create it. */
export const TALLY_TABLE = `
  CREATE TABLE test_tallies (
    client_id text NOT NULL,
    data_env text NOT NULL,
    tally_id uuid NOT NULL,
    amount integer NOT NULL,
    CONSTRAINT test_tallies_pkey PRIMARY KEY (client_id, data_env, tally_id)
  );
  GRANT SELECT, INSERT, UPDATE, DELETE ON test_tallies TO telephony_app;
  ALTER TABLE test_tallies ENABLE ROW LEVEL SECURITY;
  CREATE POLICY tenant_isolation ON test_tallies TO telephony_app
    USING (client_id = (SELECT current_setting('app.client_id', true))
       AND data_env = (SELECT current_setting('app.data_env', true)))`;
