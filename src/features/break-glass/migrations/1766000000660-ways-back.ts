import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Determines which holders could sign in, for one client and for all clients of a person. */
export class WaysBack1766000000660 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const statement of DOWN) await db.query(statement);
  }
}

const OF_HOLDERS = 'SELECT (client_id, data_env, user_id, proved_at)';
const OF_FACTORS = 'SELECT (user_id, kind, confirmed_at)';

const UP = [
  // A passkey that is newer than the proof was not proved.
  `CREATE VIEW break_glass_ways WITH (security_invoker) AS
     SELECT h.client_id, h.data_env, h.user_id, h.proved_at
       FROM break_glass_holders h
       JOIN portal_users u ON u.user_id = h.user_id AND u.active
       JOIN portal_user_client_assignments a
         ON a.client_id = h.client_id AND a.data_env = h.data_env AND a.user_id = h.user_id
        AND a.active AND a.role = 'client_admin'
      WHERE EXISTS (
            SELECT FROM second_factors f
             WHERE f.user_id = h.user_id AND f.kind = 'webauthn' AND f.confirmed_at <= h.proved_at)`,
  `GRANT SELECT ON break_glass_ways TO telephony_requests, telephony_requests_system, telephony_jobs`,
  // For alerts and their notices.
  `GRANT ${OF_HOLDERS} ON break_glass_holders TO telephony_jobs`,
  `GRANT ${OF_FACTORS} ON second_factors TO telephony_jobs`,
  `CREATE POLICY of_people_for_jobs ON second_factors FOR SELECT TO telephony_jobs
     USING (EXISTS (SELECT FROM portal_user_client_assignments a WHERE a.user_id = second_factors.user_id))`,
  `GRANT SELECT ON tenant_required_connections TO telephony_jobs`,
  // Runs as the owner: a person's passkeys count for all of their clients, and a request is bound to one.
  `CREATE FUNCTION break_glass_fewest_ways(of_user uuid, since timestamptz) RETURNS integer
     LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
   DECLARE
     held record;
     fewest integer;
   BEGIN
     FOR held IN
       SELECT h.client_id, h.data_env FROM break_glass_holders h
        WHERE h.user_id = of_user AND h.proved_at >= since
        ORDER BY h.client_id, h.data_env
     LOOP
       PERFORM pg_advisory_xact_lock(hashtextextended('break-glass holders ' || held.client_id || ' ' || held.data_env, 0));
       -- A statement after the lock sees what the transaction before it has committed.
       CONTINUE WHEN EXISTS (
         SELECT FROM break_glass_ways w
          WHERE w.client_id = held.client_id AND w.data_env = held.data_env AND w.user_id = of_user);
       fewest := least(fewest, (
         SELECT count(w.user_id)::integer
           FROM tenant_required_connections q
           LEFT JOIN break_glass_ways w
             ON w.client_id = q.client_id AND w.data_env = q.data_env AND w.proved_at >= since
          WHERE q.client_id = held.client_id AND q.data_env = held.data_env
          GROUP BY q.client_id));
     END LOOP;
     RETURN fewest;
   END $$`,
  `REVOKE EXECUTE ON FUNCTION break_glass_fewest_ways(uuid, timestamptz) FROM PUBLIC`,
  `GRANT EXECUTE ON FUNCTION break_glass_fewest_ways(uuid, timestamptz) TO telephony_requests`,
];

const DOWN = [
  'DROP FUNCTION break_glass_fewest_ways(uuid, timestamptz)',
  'DROP VIEW break_glass_ways',
  'REVOKE SELECT ON tenant_required_connections FROM telephony_jobs',
  'DROP POLICY of_people_for_jobs ON second_factors',
  `REVOKE ${OF_FACTORS} ON second_factors FROM telephony_jobs`,
  `REVOKE ${OF_HOLDERS} ON break_glass_holders FROM telephony_jobs`,
];
