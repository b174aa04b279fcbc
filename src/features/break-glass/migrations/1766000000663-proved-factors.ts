import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The proof of a holder names the passkey that signed it. */
export class ProvedFactors1766000000663 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const statement of DOWN) await db.query(statement);
  }
}

const waysBy = (
  condition: string,
): string => `CREATE OR REPLACE VIEW break_glass_ways WITH (security_invoker) AS
     SELECT h.client_id, h.data_env, h.user_id, h.proved_at
       FROM break_glass_holders h
       JOIN portal_users u ON u.user_id = h.user_id AND u.active
       JOIN portal_user_client_assignments a
         ON a.client_id = h.client_id AND a.data_env = h.data_env AND a.user_id = h.user_id
        AND a.active AND a.role = 'client_admin'
      WHERE EXISTS (
            SELECT FROM second_factors f
             WHERE f.user_id = h.user_id AND f.kind = 'webauthn' AND ${condition})`;

const UP = [
  `ALTER TABLE break_glass_holders ADD COLUMN proved_factor_id uuid`,
  // If a holder had one passkey at the time of the proof, it is the one that signed. Other holders
  // prove theirs again.
  `UPDATE break_glass_holders h SET proved_factor_id = one.factor_id
     FROM (SELECT h.client_id, h.data_env, h.user_id, (array_agg(f.factor_id))[1] AS factor_id
             FROM break_glass_holders h
             JOIN second_factors f
               ON f.user_id = h.user_id AND f.kind = 'webauthn' AND f.confirmed_at <= h.proved_at
            GROUP BY h.client_id, h.data_env, h.user_id
           HAVING count(*) = 1) one
    WHERE h.client_id = one.client_id AND h.data_env = one.data_env AND h.user_id = one.user_id`,
  `GRANT UPDATE (proved_factor_id) ON break_glass_holders TO telephony_requests`,
  `GRANT SELECT (proved_factor_id) ON break_glass_holders TO telephony_jobs`,
  waysBy('f.factor_id = h.proved_factor_id AND f.confirmed_at IS NOT NULL'),
];

const DOWN = [
  waysBy('f.confirmed_at <= h.proved_at'),
  `ALTER TABLE break_glass_holders DROP COLUMN proved_factor_id`,
];
