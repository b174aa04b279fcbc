import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * As take_throttle_slots, and tells which rows were counted: who gives a use back gives back its own. The older functions
 * stay for processes from before this migration; all of them lock and count alike.
 */
export class ThrottleHitIds1764270000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(TAKE_THROTTLE_HIT);
    await db.query(TAKE_THROTTLE_HITS);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP FUNCTION take_throttle_hits`);
    await db.query(`DROP FUNCTION take_throttle_hit`);
  }
}

const TAKE_THROTTLE_HIT = `
  CREATE FUNCTION take_throttle_hit(key text, at timestamptz, window_ms bigint, max_hits integer,
                                    OUT taken boolean, OUT hits integer, OUT retry_after_ms bigint, OUT hit_id uuid)
  LANGUAGE plpgsql AS $$
  DECLARE
    moment timestamptz;
    oldest timestamptz;
    length interval := window_ms * interval '1 millisecond';
  BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended(key, 0));
    SELECT greatest(at, max(h.hit_at)) INTO moment FROM throttle_hits h WHERE h.window_key = key;
    DELETE FROM throttle_hits h WHERE h.window_key = key AND h.hit_at <= moment - length;
    SELECT count(*), min(h.hit_at) INTO hits, oldest FROM throttle_hits h WHERE h.window_key = key;
    taken := hits < max_hits;
    IF taken THEN
      INSERT INTO throttle_hits AS h (window_key, hit_at, expires_at) VALUES (key, moment, moment + length)
      RETURNING h.hit_id INTO hit_id;
      hits := hits + 1;
    END IF;
    retry_after_ms := ceil(extract(epoch FROM (coalesce(oldest, moment) + length - moment)) * 1000);
  END $$`;

// What was taken before a window refused is undone by the error, so none of its ids stands for a row then.
const TAKE_THROTTLE_HITS = `
  CREATE FUNCTION take_throttle_hits(keys text[], at timestamptz, windows_ms bigint[], limits integer[])
  RETURNS TABLE (taken boolean, hits integer, retry_after_ms bigint, hit_id uuid)
  LANGUAGE plpgsql AS $$
  DECLARE
    slots jsonb := '[]';
    slot record;
    all_taken boolean := true;
  BEGIN
    BEGIN
      FOR i IN 1 .. cardinality(keys) LOOP
        SELECT s.* INTO slot FROM take_throttle_hit(keys[i], at, windows_ms[i], limits[i]) s;
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
             s.retry_after_ms,
             CASE WHEN all_taken THEN s.hit_id END
        FROM jsonb_to_recordset(slots) AS s(taken boolean, hits integer, retry_after_ms bigint, hit_id uuid);
  END $$`;
