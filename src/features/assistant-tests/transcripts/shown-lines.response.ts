import { ApiProperty } from '@nestjs/swagger';
import { Field } from '../../../core/http/fields/field.decorators.js';
import type { RedactedLine } from '../rules/redacted-lines.schema.js';
import { LINES_STATUSES, type LinesStatus } from './shown-lines.policy.js';

export class ShownLineResponse implements RedactedLine {
  @ApiProperty({ enum: ['caller', 'agent'] })
  role!: 'caller' | 'agent';

  @ApiProperty({ example: 'My number is [redacted].' })
  text!: string;

  @Field('Milliseconds since the conversation began.', { type: 'integer', example: 4200 })
  offset_ms!: number;
}

export class ShownTranscriptResponse {
  @Field(
    'available: the lines are included. not_permitted: you may not read transcripts of this project. ' +
      'pending, failed: the redaction is not finished, or failed. none: there is no transcript, or it is ' +
      'no longer kept.',
    { enum: LINES_STATUSES },
  )
  status!: LinesStatus;

  @ApiProperty({ type: [ShownLineResponse], example: [] })
  lines!: readonly ShownLineResponse[];
}
