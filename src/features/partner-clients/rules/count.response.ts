import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';
import { COUNT_STATES, type Count } from './count.policy.js';

/** A number whose source may fail (partner-clients 3.3). */
export class CountResponse implements Count {
  @ApiProperty({ enum: COUNT_STATES })
  state!: Count['state'];

  @NullableField('integer', { description: 'Null unless the state is `ready`.', minimum: 0, example: 4 })
  count!: number | null;
}

/** A field that is such a number. */
export const CountField = (description: string): PropertyDecorator =>
  Field(description, { type: CountResponse, example: { state: 'ready', count: 4 } });
