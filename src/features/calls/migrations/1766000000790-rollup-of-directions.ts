import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Hourly sums by direction, by whether the version was inferred and by whether the calls have ended,
 * with the squares that intervals of means need. Sums of all calls of an hour have the direction ''.
 */
export class RollupOfDirections1766000000790 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const statement of DOWN) await db.query(statement);
  }
}

const COLUMNS = [
  `direction text NOT NULL DEFAULT ''`,
  'is_inferred boolean NOT NULL DEFAULT false',
  'has_ended boolean NOT NULL DEFAULT true',
  'duration_seconds_squares numeric',
  'cost_usd_squares numeric',
  'ai_response_seconds_squares numeric',
  'total_response_p50_ms bigint',
  'response_p50_ms_squares numeric',
];

const UP = COLUMNS.map((column) => `ALTER TABLE call_rollups ADD COLUMN ${column}`);

const DOWN = COLUMNS.map((column) => `ALTER TABLE call_rollups DROP COLUMN ${column.split(' ')[0]}`);
