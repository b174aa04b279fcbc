import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Allow } from 'class-validator';
import { OptionalField } from '../../../core/http/field.decorators.js';
import { CALL_STATUSES, OUTCOME_IDS } from '../rules/call-vocabulary.js';
import { EXPORT_PROFILES, V3_COLUMNS } from './columns.policy.js';

/**
 * Body of POST /v1/calls/export (calls-export 1.1). Any value passes here, because a class is asked behind the limit, and types
 * and roles are refused before it; and because ingest keys get 404 for any body (calls-export 3.1, 3.6). `readExportRequest`
 * and `decideExport` say what a field may be.
 */
export class CallExportRequest {
  @ApiProperty({ type: String, example: 'acme-dental-front-desk-k3vq72' })
  @Allow()
  project_id?: unknown;

  @OptionalField('A date or an ISO 8601 instant; inclusive.', { type: String, example: '2026-10-01' })
  @Allow()
  start_date?: unknown;

  @OptionalField('A date, to its end, or an ISO 8601 instant, which no longer belongs to the range.', {
    type: String,
    example: '2026-10-31',
  })
  @Allow()
  end_date?: unknown;

  @ApiPropertyOptional({ enum: CALL_STATUSES, example: 'completed' })
  @Allow()
  status?: unknown;

  @OptionalField('As in the list.', { type: String, example: '+61 *** *** 123' })
  @Allow()
  caller?: unknown;

  @ApiPropertyOptional({ type: String, example: 'Ava' })
  @Allow()
  agent?: unknown;

  @ApiPropertyOptional({ enum: OUTCOME_IDS, example: 'resolved' })
  @Allow()
  primary_outcome?: unknown;

  @OptionalField('Default: csv.', { enum: ['csv'], example: 'csv' })
  @Allow()
  format?: unknown;

  @OptionalField('Omit for the legacy columns.', { enum: EXPORT_PROFILES, example: 'portal_business_v1' })
  @Allow()
  profile?: unknown;

  @OptionalField('With a profile, and only then.', { type: String, example: 'Australia/Sydney' })
  @Allow()
  timezone?: unknown;

  @OptionalField('With portal_business_v3, and only then.', {
    type: [String],
    enum: V3_COLUMNS,
    example: ['call_started_at', 'caller', 'summary'],
  })
  @Allow()
  columns?: unknown;

  @OptionalField('With portal_business_v3, and only then.', { type: Boolean, example: true })
  @Allow()
  redact_personal_information?: unknown;

  @OptionalField('Begins the file with a byte order mark, by which Excel reads it as UTF-8.', {
    type: Boolean,
    default: false,
    example: false,
  })
  @Allow()
  bom?: unknown;

  @ApiProperty({ type: Boolean, example: false })
  @Allow()
  include_caller_info?: unknown;

  @ApiProperty({ type: Boolean, example: false })
  @Allow()
  include_transcript_text?: unknown;

  @ApiProperty({ type: Boolean, example: false })
  @Allow()
  include_audio_links?: unknown;

  @OptionalField('Decides nothing, and is kept in the audit trail. Any other value counts as none.', {
    type: 'integer',
    minimum: 0,
    maximum: 100_000,
    example: 208,
  })
  @Allow()
  displayed_matched_count?: unknown;

  @OptionalField(
    'One of the clients you are assigned to; may stand in the query instead. A key takes only its own.',
    { type: String, example: 'acme-dental' },
  )
  @Allow()
  client_id?: unknown;
}
