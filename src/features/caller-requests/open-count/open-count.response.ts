import { ApiProperty } from '@nestjs/swagger';
import { Field } from '../../../core/http/fields/field.decorators.js';

export class DueStateCounts {
  @ApiProperty({ type: 'integer', minimum: 0, example: 4 })
  normal!: number;

  @ApiProperty({ type: 'integer', minimum: 0, example: 2 })
  urgent!: number;

  @ApiProperty({ type: 'integer', minimum: 0, example: 1 })
  overdue!: number;
}

export class OpenCountResponse {
  @Field('Requests that are neither completed nor cancelled nor unable_to_verify.', {
    type: 'integer',
    minimum: 0,
    example: 7,
  })
  open_count!: number;

  @Field('The same requests by due_state.', { type: DueStateCounts })
  due_state_counts!: DueStateCounts;
}
