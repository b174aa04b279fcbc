import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the version that served a call, the parts of its cost, and the response times of its turns.
 */
export class VersionsOfCalls1766000000740 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE calls ${COLUMNS.map((column) => `ADD COLUMN ${column}`).join(', ')}`);
  }

  async down(db: QueryRunner): Promise<void> {
    const names = COLUMNS.map((column) => column.split(' ')[0]);
    await db.query(`ALTER TABLE calls ${names.map((name) => `DROP COLUMN ${name}`).join(', ')}`);
  }
}

const COLUMNS = [
  'version_number integer',
  'version_source text',
  'cost_speech_to_text numeric(14,4)',
  'cost_model numeric(14,4)',
  'cost_text_to_speech numeric(14,4)',
  'cost_telephony numeric(14,4)',
  'cost_platform numeric(14,4)',
  'cost_other numeric(14,4)',
  'response_turns integer',
  'response_p50_ms integer',
  'response_p95_ms integer',
  'response_max_ms integer',
];
