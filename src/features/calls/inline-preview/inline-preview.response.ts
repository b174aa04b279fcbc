import { ApiProperty } from '@nestjs/swagger';
import { SUMMARY_STATUSES } from '../contents/shown-summary.policy.js';
import type { SummaryStatus } from '../contents/shown-summary.policy.js';
import { TranscriptLineResponse } from '../contents/transcript-line.response.js';
import { TRANSCRIPT_STATUSES } from '../contents/transcript.policy.js';
import type { TranscriptStatus } from '../contents/transcript.policy.js';

/** GET /v1/calls/{call_id}/inline-preview. */
export class InlinePreviewResponse {
  @ApiProperty({ example: 'room-2026-10-31-000123' })
  call_id!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'Booked a check-up for Tuesday afternoon.',
    description: 'Without permission for summary only where no personal data was found in it.',
  })
  summary!: string | null;

  @ApiProperty({
    enum: SUMMARY_STATUSES,
    example: 'available',
    description:
      'withheld: there is one, and it may hold personal data or cannot be opened; none: no summary.',
  })
  summary_status!: SummaryStatus;

  @ApiProperty({
    enum: TRANSCRIPT_STATUSES,
    example: 'available',
    description:
      'Of the redacted transcript. pending: it is not there yet; failed: the redaction did, or what is stored ' +
      'cannot be opened; none: no transcript.',
  })
  transcript_status!: TranscriptStatus;

  @ApiProperty({
    type: [TranscriptLineResponse],
    description: 'The first lines of the redacted transcript; empty unless it is available.',
  })
  lines!: TranscriptLineResponse[];

  @ApiProperty({ example: false, description: 'Whether the redacted transcript goes on.' })
  has_more!: boolean;
}
