import { UncheckedField } from '../../../core/http/fields/request-field.js';
import { CALL_STATUSES, OUTCOME_IDS } from '../../call-records/rules/call-vocabulary.js';
import { EXPORT_PROFILES, V3_COLUMNS } from './columns.policy.js';

/**
 * Body of POST /v1/calls/export (calls-export 1.1). The class accepts any value, because a class is
 * validated after the limit, while types and roles are refused before it, and ingest keys get 404
 * for any body (calls-export 3.1, 3.6). `readExportRequest` and `decideExport` check the fields.
 */
export class CallExportRequest {
  @UncheckedField({ type: String }, { example: 'acme-dental-front-desk-k3vq72' })
  project_id?: unknown;

  @UncheckedField(
    { type: String },
    { description: 'A date or an ISO 8601 instant; inclusive.', example: '2026-10-01', optional: true },
  )
  start_date?: unknown;

  @UncheckedField(
    { type: String },
    {
      description: 'A date, inclusive, or an ISO 8601 instant, exclusive.',
      example: '2026-10-31',
      optional: true,
    },
  )
  end_date?: unknown;

  @UncheckedField({ enum: CALL_STATUSES }, { example: 'completed', optional: true })
  status?: unknown;

  @UncheckedField(
    { type: String },
    { description: 'As in the list.', example: '+61 *** *** 123', optional: true },
  )
  caller?: unknown;

  @UncheckedField({ type: String }, { example: 'Ava', optional: true })
  agent?: unknown;

  @UncheckedField({ enum: OUTCOME_IDS }, { example: 'resolved', optional: true })
  primary_outcome?: unknown;

  @UncheckedField({ enum: ['csv'] }, { description: 'Default: csv.', example: 'csv', optional: true })
  format?: unknown;

  @UncheckedField(
    { enum: EXPORT_PROFILES },
    { description: 'Omit for the legacy columns.', example: 'portal_business_v1', optional: true },
  )
  profile?: unknown;

  @UncheckedField(
    { type: String },
    {
      description: 'Required with a profile, and allowed only then.',
      example: 'Australia/Sydney',
      optional: true,
    },
  )
  timezone?: unknown;

  @UncheckedField(
    { type: [String], enum: V3_COLUMNS },
    {
      description: 'With portal_business_v3, and only then.',
      example: ['call_started_at', 'caller', 'summary'],
      optional: true,
    },
  )
  columns?: unknown;

  @UncheckedField(
    { type: Boolean },
    { description: 'With portal_business_v3, and only then.', example: true, optional: true },
  )
  redact_personal_information?: unknown;

  @UncheckedField(
    { type: Boolean },
    {
      description: 'Begins the file with a byte order mark, so that Excel reads it as UTF-8.',
      default: false,
      example: false,
      optional: true,
    },
  )
  bom?: unknown;

  @UncheckedField({ type: Boolean }, { example: false })
  include_caller_info?: unknown;

  @UncheckedField({ type: Boolean }, { example: false })
  include_transcript_text?: unknown;

  @UncheckedField({ type: Boolean }, { example: false })
  include_audio_links?: unknown;

  @UncheckedField(
    { type: 'integer', minimum: 0, maximum: 100_000 },
    {
      description: 'Has no effect except in the audit trail. Any other value counts as none.',
      example: 208,
      optional: true,
    },
  )
  displayed_matched_count?: unknown;

  @UncheckedField(
    { type: String },
    {
      description:
        'One of the clients you are assigned to; may be in the query instead. A key accepts only its own client.',
      example: 'acme-dental',
      optional: true,
    },
  )
  client_id?: unknown;
}
