import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';

const HOUR = { format: 'date-time', example: '2026-10-31T04:00:00.000Z' } as const;
const COUNT = { type: 'integer', minimum: 1, example: 4 } as const;

export class KnowledgeGapHour {
  @ApiProperty(HOUR)
  hour_start_utc!: string;

  @Field('Questions of calls that found no good passage.', COUNT)
  questions!: number;
}

export class KnowledgeGapWord {
  @ApiProperty({ example: 'wheelchair' })
  word!: string;

  @Field('Questions that missed it.', COUNT)
  questions!: number;

  @ApiProperty(HOUR)
  last_hour_utc!: string;

  @NullableField(String, {
    description: 'The last call in which it was missing, if it was named.',
    example: null,
  })
  last_call_id!: string | null;
}

export class KnowledgeGapsResponse {
  @Field('Hours of the last 30 days with such questions, the newest first.', { type: [KnowledgeGapHour] })
  hours!: readonly KnowledgeGapHour[];

  @Field('Words that no passage has, the most missed first; at most 100.', { type: [KnowledgeGapWord] })
  words!: readonly KnowledgeGapWord[];
}
