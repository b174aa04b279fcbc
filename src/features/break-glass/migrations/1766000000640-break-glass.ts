import type { MigrationInterface, QueryRunner } from 'typeorm';
import { rowsBySystem, rowsOfTenant } from '../../../core/registry/row-security.js';

/** Holders of break-glass and its uses. */
export class BreakGlass1766000000640 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP FUNCTION break_glass_acts(uuid)');
    await db.query('DROP TABLE break_glass_challenges, break_glass_uses, break_glass_holders');
  }
}

const UP = [
  `CREATE TABLE break_glass_holders (
     client_id text NOT NULL,
     data_env text NOT NULL,
     user_id uuid NOT NULL,
     added_at timestamptz NOT NULL,
     added_by text NOT NULL,
     proved_at timestamptz,
     CONSTRAINT break_glass_holders_pkey PRIMARY KEY (client_id, data_env, user_id),
     CONSTRAINT break_glass_holders_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(client_id),
     CONSTRAINT break_glass_holders_user_id_fkey FOREIGN KEY (user_id) REFERENCES portal_users(user_id),
     CONSTRAINT break_glass_holders_data_env_check CHECK (data_env IN ('prod', 'staging', 'dev'))
   )`,
  `CREATE TABLE break_glass_uses (
     client_id text NOT NULL,
     data_env text NOT NULL,
     use_id uuid NOT NULL,
     holder_id uuid NOT NULL,
     signed_in_at timestamptz NOT NULL,
     opened_at timestamptz,
     reason_sealed bytea,
     ends_at timestamptz,
     closed_at timestamptz,
     closed_by text,
     confirmed_at timestamptz,
     confirmed_by text,
     CONSTRAINT break_glass_uses_pkey PRIMARY KEY (client_id, data_env, use_id),
     CONSTRAINT break_glass_uses_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(client_id),
     CONSTRAINT break_glass_uses_holder_id_fkey FOREIGN KEY (holder_id) REFERENCES portal_users(user_id),
     CONSTRAINT break_glass_uses_data_env_check CHECK (data_env IN ('prod', 'staging', 'dev'))
   )`,
  `CREATE TABLE break_glass_challenges (
     challenge_id uuid NOT NULL,
     challenge text NOT NULL,
     ends_at timestamptz NOT NULL,
     CONSTRAINT break_glass_challenges_pkey PRIMARY KEY (challenge_id)
   )`,
  `CREATE INDEX break_glass_challenges_by_end ON break_glass_challenges (ends_at)`,
  `CREATE INDEX break_glass_uses_by_opening ON break_glass_uses (client_id, data_env, opened_at)`,
  ...rowsBySystem('break_glass_challenges'),
  ...rowsOfTenant('break_glass_holders'),
  ...rowsOfTenant('break_glass_uses'),
  `GRANT SELECT, INSERT, UPDATE (proved_at), DELETE ON break_glass_holders TO telephony_requests`,
  `GRANT SELECT, INSERT,
     UPDATE (opened_at, reason_sealed, ends_at, closed_at, closed_by, confirmed_at, confirmed_by)
     ON break_glass_uses TO telephony_requests`,
  // Sign-ins happen before a tenant is known.
  `GRANT SELECT ON break_glass_holders TO telephony_requests_system`,
  `GRANT INSERT ON break_glass_uses TO telephony_requests_system`,
  `GRANT SELECT, INSERT, DELETE ON break_glass_challenges TO telephony_requests_system`,
  // For alerts of all clients of a person, and notices about them.
  ...['telephony_requests_system', 'telephony_jobs'].map(
    (role) => `GRANT SELECT (client_id, data_env, use_id, opened_at, ends_at, closed_at, confirmed_at)
                 ON break_glass_uses TO ${role}`,
  ),
  // A rotation of the client's key reseals the reasons.
  `GRANT SELECT (reason_sealed), UPDATE (reason_sealed) ON break_glass_uses TO telephony_jobs`,
  // Requests may not read the audit trail; they see what was done during a use, of their own client.
  `CREATE FUNCTION break_glass_acts(of_use uuid)
     RETURNS TABLE (occurred_at timestamptz, action text, outcome text, metadata jsonb)
     LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
       SELECT e.occurred_at, e.action, e.outcome, e.metadata
         FROM break_glass_uses u
         JOIN audit_events e ON e.client_id = u.client_id AND e.data_env = u.data_env
          AND e.occurred_at BETWEEN u.signed_in_at AND coalesce(u.ends_at, u.signed_in_at) + interval '1 hour'
        WHERE u.use_id = of_use AND e.metadata->>'break_glass_id' = of_use::text
          AND u.client_id = (SELECT current_setting('app.client_id', true))
          AND u.data_env = (SELECT current_setting('app.data_env', true))
        ORDER BY e.occurred_at, e.event_id $$`,
  `REVOKE ALL ON FUNCTION break_glass_acts(uuid) FROM PUBLIC`,
  `GRANT EXECUTE ON FUNCTION break_glass_acts(uuid) TO telephony_requests`,
];
