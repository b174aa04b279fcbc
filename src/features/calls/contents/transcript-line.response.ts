import { ApiProperty } from '@nestjs/swagger';
import { TRANSCRIPT_ROLES } from '../rules/call-vocabulary.js';
import type { TranscriptRole } from '../rules/call-vocabulary.js';
import type { StoredLine } from './transcript.policy.js';

/** A line of a transcript. */
export class TranscriptLineResponse implements StoredLine {
  @ApiProperty({ enum: TRANSCRIPT_ROLES, example: 'agent' })
  role!: TranscriptRole;

  @ApiProperty({ example: 'How can I help you today?' })
  text!: string;

  @ApiProperty({ type: 'integer', example: 1200, description: 'Milliseconds since the call started.' })
  offset_ms!: number;
}
