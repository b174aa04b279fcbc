import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Work that is due in a tenant store: a mark is appended in the transaction that makes the work due and deleted in the one
 * that has done it. What has failed too often rests in `work_dead_letters`.
 */
export class WorkMarks1764310000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of TABLES) await db.query(statement);
    for (const table of ['work_marks', 'work_dead_letters']) {
      await db.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ${table} TO telephony_app`);
      await db.query(`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`);
      await db.query(`
        CREATE POLICY tenant_isolation ON ${table} TO telephony_app
          USING (client_id = (SELECT current_setting('app.client_id', true))
             AND data_env = (SELECT current_setting('app.data_env', true)))`);
    }
    for (const statement of FUNCTIONS) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP FUNCTION work_depth(), work_due()');
    await db.query('DROP TABLE work_dead_letters, work_marks');
    await db.query('DROP SEQUENCE work_lease_tokens');
  }
}

const TABLES = [
  // A later lease has the higher token: who is told of both, such as a receiver outside, knows which one counts.
  'CREATE SEQUENCE work_lease_tokens',
  'GRANT USAGE ON SEQUENCE work_lease_tokens TO telephony_app',
  `CREATE TABLE work_marks (
      client_id text NOT NULL,
      data_env text NOT NULL,
      kind text NOT NULL,
      mark_id bigint GENERATED ALWAYS AS IDENTITY,
      key text COLLATE "C",
      payload jsonb NOT NULL,
      appended_at timestamptz NOT NULL DEFAULT now(),
      -- When it may be taken: when it is due, when the lease on it ends, or when the pause after a failure is over.
      ready_at timestamptz NOT NULL DEFAULT now(),
      attempts integer NOT NULL DEFAULT 0,
      lease_token bigint,
      CONSTRAINT work_marks_pkey PRIMARY KEY (client_id, data_env, kind, mark_id)
    )`,
  'CREATE INDEX work_marks_by_readiness ON work_marks (client_id, data_env, kind, ready_at, mark_id)',
  // For kinds that work a key in order: is there an earlier mark of it?
  'CREATE INDEX work_marks_by_key ON work_marks (client_id, data_env, kind, key, mark_id) WHERE key IS NOT NULL',
  // Rows come and go by the thousand: what is gone is cleared away after some thousand of them, however many wait.
  'ALTER TABLE work_marks SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000)',
  `CREATE TABLE work_dead_letters (
      client_id text NOT NULL,
      data_env text NOT NULL,
      kind text NOT NULL,
      mark_id bigint NOT NULL,
      key text COLLATE "C",
      payload jsonb NOT NULL,
      appended_at timestamptz NOT NULL,
      attempts integer NOT NULL,
      reason text NOT NULL,
      died_at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT work_dead_letters_pkey PRIMARY KEY (client_id, data_env, kind, mark_id)
    )`,
];

const FUNCTIONS = [
  // Who has work that may be taken now; names are all it tells. From group to group along the index: its cost is that of
  // the groups, not of the marks, and a store without marks costs nothing.
  `CREATE FUNCTION work_due() RETURNS TABLE (client_id text, data_env text, kind text)
     LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
     WITH RECURSIVE groups AS (
       (SELECT m.client_id, m.data_env, m.kind, m.ready_at FROM work_marks m
         ORDER BY m.client_id, m.data_env, m.kind, m.ready_at LIMIT 1)
       UNION ALL
       SELECT later.client_id, later.data_env, later.kind, later.ready_at FROM groups g CROSS JOIN LATERAL (
         SELECT m.client_id, m.data_env, m.kind, m.ready_at FROM work_marks m
          WHERE (m.client_id, m.data_env, m.kind) > (g.client_id, g.data_env, g.kind)
          ORDER BY m.client_id, m.data_env, m.kind, m.ready_at LIMIT 1) later)
     SELECT g.client_id, g.data_env, g.kind FROM groups g WHERE g.ready_at <= now() $$`,
  // For the metrics: how much work there is of each kind, and no tenant's name.
  `CREATE FUNCTION work_depth() RETURNS TABLE (kind text, due bigint, later bigint, dead bigint, oldest_due_seconds double precision)
     LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
     SELECT coalesce(m.kind, d.kind), coalesce(m.due, 0), coalesce(m.later, 0), coalesce(d.dead, 0),
            coalesce(m.oldest_due_seconds, 0)
       FROM (SELECT kind, count(*) FILTER (WHERE ready_at <= now()) AS due,
                    count(*) FILTER (WHERE ready_at > now()) AS later,
                    extract(epoch FROM now() - min(ready_at) FILTER (WHERE ready_at <= now()))::double precision
                      AS oldest_due_seconds
               FROM work_marks GROUP BY kind) m
       FULL JOIN (SELECT kind, count(*) AS dead FROM work_dead_letters GROUP BY kind) d ON d.kind = m.kind $$`,
  'REVOKE EXECUTE ON FUNCTION work_due(), work_depth() FROM PUBLIC',
  'GRANT EXECUTE ON FUNCTION work_due(), work_depth() TO telephony_app',
];
