import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Numbers the events from before events had numbers. In small transactions: who writes to a call meanwhile waits for one
 * of them at most. It may be cut off and run again.
 */
export class NumberOldCallEvents1764311500000 implements MigrationInterface {
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    for (let after: readonly string[] = ['', '', '']; ;) {
      const page = (await db.query(NEXT_CALLS, [...after])) as CallKey[];
      const last = page.at(-1);
      if (!last) return;
      const upTo = [last.client_id, last.data_env, last.call_id];
      await db.query(NUMBER_EVENTS, [...after, ...upTo]);
      after = upTo;
    }
  }

  async down(): Promise<void> {
    // The numbers go with their column.
  }
}

interface CallKey {
  readonly client_id: string;
  readonly data_env: string;
  readonly call_id: string;
}

const NEXT_CALLS = `
  SELECT client_id, data_env, call_id FROM call_events
   WHERE (client_id, data_env, call_id) > ($1, $2, $3)
   GROUP BY client_id, data_env, call_id ORDER BY client_id, data_env, call_id LIMIT 2000`;

// An event_id is a uuidv7: events of one batch, which share their time, have ascending ones.
const NUMBER_EVENTS = `
  UPDATE call_events e SET sequence = numbered.sequence
    FROM (SELECT client_id, data_env, call_id, event_type,
                 row_number() OVER (PARTITION BY client_id, data_env, call_id ORDER BY appended_at, event_id) AS sequence
            FROM call_events
           WHERE sequence IS NULL
             AND (client_id, data_env, call_id) > ($1, $2, $3) AND (client_id, data_env, call_id) <= ($4, $5, $6)) numbered
   WHERE (e.client_id, e.data_env, e.call_id, e.event_type)
       = (numbered.client_id, numbered.data_env, numbered.call_id, numbered.event_type)`;
