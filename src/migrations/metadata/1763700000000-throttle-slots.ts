import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Takes the slots of several windows for one request: in all of them or in none. */
export class ThrottleSlots1763700000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(TAKE_THROTTLE_SLOTS);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP FUNCTION take_throttle_slots`);
  }
}

// The raised error undoes the slots that were taken before a window refused; the caller never sees it. Windows
// come in one fixed order, so two requests cannot wait for each other's.
// Rows of keys that never come again are cleared away in passing: more than a request can add, oldest first, an
// hour late so that no process with a fast clock clears what still counts, and never waiting for a lock.
const TAKE_THROTTLE_SLOTS = `
  CREATE FUNCTION take_throttle_slots(keys text[], at timestamptz, windows_ms bigint[], limits integer[])
  RETURNS TABLE (taken boolean, hits integer, retry_after_ms bigint)
  LANGUAGE plpgsql AS $$
  DECLARE
    slots jsonb := '[]';
    slot record;
    all_taken boolean := true;
  BEGIN
    BEGIN
      FOR i IN 1 .. cardinality(keys) LOOP
        SELECT s.* INTO slot FROM take_throttle_slot(keys[i], at, windows_ms[i], limits[i]) s;
        slots := slots || jsonb_build_array(to_jsonb(slot));
        all_taken := all_taken AND slot.taken;
      END LOOP;
      IF NOT all_taken THEN
        RAISE EXCEPTION USING ERRCODE = 'TS001';
      END IF;
    EXCEPTION WHEN SQLSTATE 'TS001' THEN NULL;
    END;
    DELETE FROM throttle_hits h WHERE h.hit_id IN (
      SELECT e.hit_id FROM throttle_hits e
       WHERE e.expires_at < at - interval '1 hour'
       ORDER BY e.expires_at LIMIT 10 FOR UPDATE SKIP LOCKED);
    RETURN QUERY
      SELECT s.taken,
             CASE WHEN s.taken AND NOT all_taken THEN s.hits - 1 ELSE s.hits END,
             s.retry_after_ms
        FROM jsonb_to_recordset(slots) AS s(taken boolean, hits integer, retry_after_ms bigint);
  END $$`;
