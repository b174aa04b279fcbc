import type { MigrationInterface, QueryRunner } from 'typeorm';
import { rowsOfStore } from '../../core/registry/row-security.js';

/** Lets a move of a tenant hold up its writers, and keep those with an old route away afterwards. */
export class TenantFences1766000000540 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP FUNCTION enter_write(text, text)');
    await db.query('DROP TABLE tenant_fences');
  }
}

const UP = [
  `CREATE TABLE tenant_fences (
     client_id text NOT NULL,
     data_env text NOT NULL,
     until timestamptz NOT NULL,
     CONSTRAINT tenant_fences_pkey PRIMARY KEY (client_id, data_env)
   )`,
  ...rowsOfStore('tenant_fences'),
  // Every write transaction begins with it. The lock is shared, so that a move can wait for those
  // that began before its fence; the fence is read after the lock, in a new snapshot.
  `CREATE FUNCTION enter_write(client text, env text) RETURNS void
     LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
   BEGIN
     PERFORM pg_advisory_xact_lock_shared(hashtextextended(client || chr(10) || env, 540));
     IF EXISTS (SELECT FROM tenant_fences f
                 WHERE f.client_id = client AND f.data_env = env AND f.until > clock_timestamp()) THEN
       RAISE EXCEPTION 'The tenant moves to another store.' USING ERRCODE = 'TM001';
     END IF;
   END $$`,
  `REVOKE EXECUTE ON FUNCTION enter_write(text, text) FROM PUBLIC`,
  `GRANT EXECUTE ON FUNCTION enter_write(text, text) TO telephony_app`,
];
