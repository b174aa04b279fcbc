import type { MigrationInterface, QueryRunner } from 'typeorm';

const KEY = 'client_id, data_env, request_id, revision';

/** A revision may have two lines of history: the change that made it, and what the worker's search has found since. */
export class SearchesKeepTheRevision1764900140000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await keyedBy(db, `${KEY}, actor_kind`);
  }

  async down(db: QueryRunner): Promise<void> {
    await keyedBy(db, KEY);
  }
}

const keyedBy = (db: QueryRunner, columns: string): Promise<unknown> =>
  db.query(`
    ALTER TABLE caller_request_history DROP CONSTRAINT caller_request_history_pkey,
                                       ADD CONSTRAINT caller_request_history_pkey PRIMARY KEY (${columns})`);
