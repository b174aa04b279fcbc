import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The events of each call get numbers, in the order in which they were appended and without gaps. Ingest numbers its own;
 * those of processes from before, which run beside it while a deployment goes on, are numbered as they come. Events that
 * are there already get theirs in the next migration, so that this one holds its lock for a moment only.
 */
export class CallEventSequence1764311000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE call_events ADD COLUMN sequence integer');
    await db.query(NUMBER_EVENT);
    await db.query('REVOKE EXECUTE ON FUNCTION number_call_event() FROM PUBLIC');
    await db.query(`
      CREATE TRIGGER call_events_numbered BEFORE INSERT ON call_events
         FOR EACH ROW WHEN (NEW.sequence IS NULL) EXECUTE FUNCTION number_call_event()`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TRIGGER call_events_numbered ON call_events');
    await db.query('DROP FUNCTION number_call_event()');
    await db.query('ALTER TABLE call_events DROP COLUMN sequence');
  }
}

// Two batches never append events of one call at once: both would have had to write its row in call_index first. Events
// that are still without a number will have those before it; after events that are past their retention the last counts.
const NUMBER_EVENT = `
  CREATE FUNCTION number_call_event() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
  BEGIN
    SELECT greatest(coalesce(max(e.sequence), 0), count(*)) + 1 INTO NEW.sequence FROM call_events e
     WHERE e.client_id = NEW.client_id AND e.data_env = NEW.data_env AND e.call_id = NEW.call_id;
    RETURN NEW;
  END $$`;
