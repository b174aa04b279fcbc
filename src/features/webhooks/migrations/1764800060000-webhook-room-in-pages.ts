import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Each row of the queue and of the history is changed soon after it was made. With room for that in its page it stays there, and none
 * of the indexes gets a second entry for it, unless it is the time at which it is ready that changes.
 */
export class WebhookRoomInPages1764800060000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    // What waits behind in its call is taken with the first one and changes nothing else than its lease.
    await db.query(`ALTER TABLE webhook_queue SET (fillfactor = 60)`);
    await db.query(openDays('WITH (fillfactor = 70)'));
    await db.query(inEachDay('SET (fillfactor = 70)'));
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(inEachDay('RESET (fillfactor)'));
    await db.query(openDays(''));
    await db.query(`ALTER TABLE webhook_queue RESET (fillfactor)`);
  }
}

/** Changes how the days that there are are stored. */
export const inEachDay = (change: string): string => `
DO $$
DECLARE
  part text;
BEGIN
  FOR part IN SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
               WHERE i.inhparent = 'webhook_deliveries'::regclass LOOP
    EXECUTE format('ALTER TABLE %I ${change}', part);
  END LOOP;
END $$`;

// The sub-selects make PostgreSQL read each setting once per statement instead of once per row. Quoted for a string of a string.
const OWN_ROWS = `client_id = (SELECT current_setting(''app.client_id'', true)) AND data_env = (SELECT current_setting(''app.data_env'', true))`;

/** As it was, but for the storage of a new day. */
export const openDays = (storage: string): string => `
CREATE OR REPLACE FUNCTION open_webhook_days() RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC' AS $$
DECLARE
  wanted date;
  part text;
BEGIN
  FOR wanted IN SELECT current_date + ahead FROM generate_series(0, 2) AS ahead LOOP
    part := 'webhook_deliveries' || to_char(wanted, '"_y"YYYY"m"MM"d"DD');
    CONTINUE WHEN to_regclass(part) IS NOT NULL;
    PERFORM pg_advisory_xact_lock(4316942111);
    -- A query of the catalogue, because to_regclass remembers its answer from before the wait.
    CONTINUE WHEN EXISTS (SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relname = part);
    EXECUTE format('CREATE TABLE %I (LIKE webhook_deliveries INCLUDING ALL) ${storage}', part);
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', part);
    EXECUTE format('CREATE POLICY tenant_isolation ON %I TO telephony_app USING (${OWN_ROWS})', part);
    EXECUTE format('ALTER TABLE webhook_deliveries ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
      part, wanted || ' 00:00:00+00', wanted + 1 || ' 00:00:00+00');
  END LOOP;
END $$`;
