import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Statistics of months that have just been filled, before autovacuum comes by. */
export class AnalyseNewMonths1764220000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(ANALYSE_NEW_CALL_MONTHS);
    await db.query(`REVOKE EXECUTE ON FUNCTION analyse_new_call_months(timestamptz[]) FROM PUBLIC`);
    await db.query(`GRANT EXECUTE ON FUNCTION analyse_new_call_months(timestamptz[]) TO telephony_app`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP FUNCTION analyse_new_call_months(timestamptz[])`);
  }
}

// The owner's, because only an owner may analyse: it does nothing else, to tables of calls alone, and once for each. A
// month that has been analysed is autovacuum's from then on. It waits for no lock.
const ANALYSE_NEW_CALL_MONTHS = `
  CREATE FUNCTION analyse_new_call_months(instants timestamptz[]) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC' AS $$
  DECLARE
    part regclass;
  BEGIN
    FOR part IN
      SELECT DISTINCT c.oid::regclass
        FROM unnest(instants) AS wanted
       CROSS JOIN unnest(ARRAY['calls', 'call_contents']) AS parent
        JOIN pg_class c ON c.relnamespace = 'public'::regnamespace
                       AND c.relname = parent || to_char(wanted, '"_y"YYYY"m"MM')
       WHERE c.relkind = 'r' AND c.reltuples < 0
    LOOP
      EXECUTE format('ANALYZE (SKIP_LOCKED) %s', part);
    END LOOP;
  END $$`;
