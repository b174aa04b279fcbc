import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';
import {
  EXPORT_FORMATS,
  EXPORT_STATUSES,
  type ExportFormat,
  type StoredStatus,
} from '../rules/export-words.js';
import { statusAt } from '../rules/lifetime.policy.js';
import type { ExportRow } from './exports.queries.js';

export class ExportProgressResponse {
  @Field('How many files are complete.', { example: 9 })
  files_done!: number;

  @Field('Total number of files; 0 before work starts.', { example: 24 })
  files_total!: number;

  @Field('Rows written so far; in the end all rows of the export.', { example: 40_210 })
  rows!: number;
}

/** An account export as returned by the API (account-exports 1.3). */
export class AccountExportResponse {
  @ApiProperty({ format: 'uuid' })
  export_id!: string;

  @Field('The sections that it contains.', { type: [String], example: ['calls', 'projects'] })
  sections!: readonly string[];

  @ApiProperty({ enum: EXPORT_FORMATS, example: 'ndjson' })
  format!: ExportFormat;

  @Field(
    '`ready`: it can be downloaded; `expired`: its file is gone, after 72 hours or because data in it was erased; ' +
      '`failed`: `failure_code` says why.',
    { enum: EXPORT_STATUSES, example: 'ready' },
  )
  status!: StoredStatus;

  @Field('The id of the person who asked for it.', { format: 'uuid' })
  requested_by!: string;

  @ApiProperty({ format: 'date-time' })
  created_at_utc!: string;

  @NullableField(String, { format: 'date-time' })
  ready_at_utc!: string | null;

  @NullableField(String, {
    format: 'date-time',
    description: 'When the file expires and can no longer be downloaded.',
  })
  expires_at_utc!: string | null;

  @NullableField('integer', { description: 'The size of the file.', example: 10_485_760 })
  bytes!: number | null;

  @NullableField(String, { description: 'SHA-256 of the file, in hex.', pattern: '^[0-9a-f]{64}$' })
  sha256!: string | null;

  @ApiProperty({ type: ExportProgressResponse })
  progress!: ExportProgressResponse;

  @Field('How often its download began; a resumed one counts once.', { example: 1 })
  downloads!: number;

  @NullableField(String, {
    enum: ['storage_unavailable', 'could_not_finish', null],
    description: 'Why it failed; null for any other status.',
  })
  failure_code!: string | null;
}

export class AccountExportsResponse {
  @Field('The latest 100 exports of the client and environment, newest first.', {
    type: [AccountExportResponse],
  })
  items!: readonly AccountExportResponse[];

  @Field('The sections from which an export may choose.', { type: [String], example: ['calls', 'projects'] })
  available_sections!: readonly string[];
}

export const shownExport = (row: ExportRow, now: Date): AccountExportResponse => ({
  export_id: row.export_id,
  sections: row.sections,
  format: row.format,
  status: statusAt(now, row.status, row.expires_at),
  requested_by: row.requested_by,
  created_at_utc: row.created_at.toISOString(),
  ready_at_utc: row.ready_at?.toISOString() ?? null,
  expires_at_utc: row.expires_at?.toISOString() ?? null,
  bytes: row.bytes === null ? null : Number(row.bytes),
  sha256: row.sha256,
  progress: {
    files_done: row.files_done,
    files_total: row.files_total,
    rows: Number(row.rows_written),
  },
  downloads: row.downloads,
  failure_code: row.failure_code,
});
