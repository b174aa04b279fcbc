import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField } from '../../../../core/http/fields/field.decorators.js';
import { EXPORT_PROFILES, PROFILE_COLUMNS } from '../columns.policy.js';
import type { ExportColumn, ExportProfile } from '../columns.policy.js';
import {
  EXPORT_OPTIONS,
  UNHONOURED_REASONS,
  type HonouredOption,
} from '../governance/honoured-options.policy.js';
import { GOVERNANCE_CHECKS, type GovernanceCheck } from '../governance/transcript-governance.policy.js';

/** Which form of a call's words a transcript cell contains. */
const TRANSCRIPT_FORMS = ['verified_redaction', 'as_spoken'] as const;

class PreviewOptionResponse {
  @ApiProperty({ enum: EXPORT_OPTIONS, example: 'include_transcript_text' })
  option!: HonouredOption['option'];

  @ApiProperty({ example: true })
  asked!: boolean;

  @Field('Whether it takes effect in the file.', { example: true })
  honoured!: boolean;

  @NullableField(String, {
    enum: UNHONOURED_REASONS,
    example: null,
    description:
      "not_permitted: the tenant's policy or the project's governance does not permit it to you; no_audio_links: no " +
      'file holds one.',
  })
  reason!: HonouredOption['reason'];
}

class EmptiedTranscriptsResponse {
  @ApiProperty({ enum: GOVERNANCE_CHECKS, example: 'consent' })
  check!: GovernanceCheck;

  @Field('Rows for which this is the first check that fails.', { type: 'integer', example: 12 })
  row_count!: number;
}

class PreviewTranscriptsResponse {
  @ApiProperty({ enum: TRANSCRIPT_FORMS, example: 'verified_redaction' })
  form!: (typeof TRANSCRIPT_FORMS)[number];

  @Field(
    'Rows that pass every check. A preview decrypts nothing, so a transcript without lines counts here ' +
      'although it will be empty.',
    { type: 'integer', example: 196 },
  )
  passing_count!: number;

  @Field('Every check, in the order of the checks.', { type: [EmptiedTranscriptsResponse] })
  emptied!: EmptiedTranscriptsResponse[];
}

export class ExportPreviewResponse {
  @Field('Rows of the file, without its header.', { type: 'integer', example: 208 })
  row_count!: number;

  @NullableField(String, { enum: EXPORT_PROFILES, example: 'portal_business_v2' })
  profile!: Exclude<ExportProfile, 'legacy'> | null;

  @ApiProperty({ enum: PROFILE_COLUMNS, isArray: true, example: ['call_started_at', 'caller', 'transcript'] })
  columns!: readonly ExportColumn[];

  @ApiProperty({ type: [PreviewOptionResponse] })
  options!: readonly HonouredOption[];

  @NullableField(PreviewTranscriptsResponse, { description: 'Null if the export shows no transcripts.' })
  transcripts!: PreviewTranscriptsResponse | null;
}
