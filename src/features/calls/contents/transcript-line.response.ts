import { ApiProperty } from '@nestjs/swagger';
import { Field } from '../../../core/http/fields/field.decorators.js';
import { TRANSCRIPT_ROLES, type TranscriptRole } from '../../call-records/rules/call-vocabulary.js';
import type { StoredLine } from './transcript.policy.js';

export class TranscriptLineResponse implements StoredLine {
  @ApiProperty({ enum: TRANSCRIPT_ROLES, example: 'agent' })
  role!: TranscriptRole;

  @ApiProperty({ example: 'How can I help you today?' })
  text!: string;

  @Field('Milliseconds since the call started.', { type: 'integer', example: 1200 })
  offset_ms!: number;
}
