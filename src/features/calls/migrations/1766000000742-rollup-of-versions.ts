import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Hourly sums by version, with the parts of costs and response times. The sums that exist are of
 * calls without a version, which is 0.
 */
export class RollupOfVersions1766000000742 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const statement of DOWN) await db.query(statement);
  }
}

const COLUMNS = [
  'version_number integer NOT NULL DEFAULT 0',
  'total_cost_speech_to_text numeric',
  'total_cost_model numeric',
  'total_cost_text_to_speech numeric',
  'total_cost_telephony numeric',
  'total_cost_platform numeric',
  'total_cost_other numeric',
  'cost_parts_known integer NOT NULL DEFAULT 0',
  'response_turns bigint',
  'weighted_response_p50_ms numeric',
  'worst_response_p95_ms integer',
  'response_times_known integer NOT NULL DEFAULT 0',
];

const UP = COLUMNS.map((column) => `ALTER TABLE call_rollups ADD COLUMN ${column}`);

const DOWN = COLUMNS.map((column) => `ALTER TABLE call_rollups DROP COLUMN ${column.split(' ')[0]}`);
