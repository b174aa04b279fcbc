import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';
import { SUMMARY_STATUSES, type SummaryStatus } from '../contents/shown-summary.policy.js';
import { TranscriptLineResponse } from '../contents/transcript-line.response.js';
import { TRANSCRIPT_STATUSES, type TranscriptStatus } from '../contents/transcript.policy.js';

export class InlinePreviewResponse {
  @ApiProperty({ example: 'room-2026-10-31-000123' })
  call_id!: string;

  @NullableField(String, {
    example: 'Booked a check-up for Tuesday afternoon.',
    description: 'Without permission for summary, only if no personal data was found in it.',
  })
  summary!: string | null;

  @Field(
    'withheld: there is one, but it may contain personal data or cannot be decrypted; none: no summary.',
    {
      enum: SUMMARY_STATUSES,
      example: 'available',
    },
  )
  summary_status!: SummaryStatus;

  @Field(
    'State of the redacted transcript. pending: not available yet; failed: the redaction failed, or the ' +
      'stored transcript cannot be decrypted; none: no transcript.',
    { enum: TRANSCRIPT_STATUSES, example: 'available' },
  )
  transcript_status!: TranscriptStatus;

  @Field('The first lines of the redacted transcript; empty unless it is available.', {
    type: [TranscriptLineResponse],
  })
  lines!: TranscriptLineResponse[];

  @Field('Whether the redacted transcript has more lines.', { example: false })
  has_more!: boolean;
}
