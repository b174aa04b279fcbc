import { ApiProperty } from '@nestjs/swagger';
import { Field, OptionalField } from '../../../core/http/fields/field.decorators.js';
import { SingleDispatchResponse } from './single-dispatch.response.js';

/** A single call in the list. */
export class SingleListItem extends SingleDispatchResponse {
  @ApiProperty() project_id!: string;
  @ApiProperty({ format: 'date-time' }) requested_at_utc!: string;
}

export class SingleListResponse {
  @Field('Newest first.', { type: [SingleListItem] })
  items!: SingleListItem[];

  @OptionalField('Only if there are more.')
  next_cursor?: string;
}
