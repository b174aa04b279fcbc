import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Allow } from 'class-validator';
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

  @ApiPropertyOptional({
    type: String,
    example: '2026-10-01',
    description: 'A date or an ISO 8601 instant; inclusive.',
  })
  @Allow()
  start_date?: unknown;

  @ApiPropertyOptional({
    type: String,
    example: '2026-10-31',
    description: 'A date, to its end, or an ISO 8601 instant, which no longer belongs to the range.',
  })
  @Allow()
  end_date?: unknown;

  @ApiPropertyOptional({ enum: CALL_STATUSES, example: 'completed' })
  @Allow()
  status?: unknown;

  @ApiPropertyOptional({ type: String, example: '+61 *** *** 123', description: 'As in the list.' })
  @Allow()
  caller?: unknown;

  @ApiPropertyOptional({ type: String, example: 'Ava' })
  @Allow()
  agent?: unknown;

  @ApiPropertyOptional({ enum: OUTCOME_IDS, example: 'resolved' })
  @Allow()
  primary_outcome?: unknown;

  @ApiPropertyOptional({ enum: ['csv'], example: 'csv', description: 'Default: csv.' })
  @Allow()
  format?: unknown;

  @ApiPropertyOptional({
    enum: EXPORT_PROFILES,
    example: 'portal_business_v1',
    description: 'Omit for the legacy columns.',
  })
  @Allow()
  profile?: unknown;

  @ApiPropertyOptional({
    type: String,
    example: 'Australia/Sydney',
    description: 'With a profile, and only then.',
  })
  @Allow()
  timezone?: unknown;

  @ApiPropertyOptional({
    type: [String],
    enum: V3_COLUMNS,
    example: ['call_started_at', 'caller', 'summary'],
    description: 'With portal_business_v3, and only then.',
  })
  @Allow()
  columns?: unknown;

  @ApiPropertyOptional({
    type: Boolean,
    example: true,
    description: 'With portal_business_v3, and only then.',
  })
  @Allow()
  redact_personal_information?: unknown;

  @ApiProperty({ type: Boolean, example: false })
  @Allow()
  include_caller_info?: unknown;

  @ApiProperty({ type: Boolean, example: false })
  @Allow()
  include_transcript_text?: unknown;

  @ApiProperty({ type: Boolean, example: false })
  @Allow()
  include_audio_links?: unknown;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    maximum: 100_000,
    example: 208,
    description: 'Decides nothing, and is kept in the audit trail. Any other value counts as none.',
  })
  @Allow()
  displayed_matched_count?: unknown;

  @ApiPropertyOptional({
    type: String,
    example: 'acme-dental',
    description:
      'One of the clients you are assigned to; may stand in the query instead. A key takes only its own.',
  })
  @Allow()
  client_id?: unknown;
}
