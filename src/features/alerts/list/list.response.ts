import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';
import { PaginationResponse } from '../../../core/http/paging/pagination.response.js';
import { Alert } from '../rules/alert.response.js';
import { ALERT_KINDS, type AlertKind } from '../rules/alert-kinds.js';

export class AlertsResponse {
  @Field('Most severe first, then newest first; at most 200 of each kind.', { type: [Alert] })
  items!: Alert[];

  @ApiProperty()
  pagination!: PaginationResponse;

  @NullableField('integer', {
    description: 'Alerts without an acknowledgement; null, not 0, while a source does not answer.',
    minimum: 0,
    example: 3,
  })
  open_count!: number | null;

  @Field('Kinds whose source does not answer: alerts of these kinds may be missing.', {
    enum: ALERT_KINDS,
    isArray: true,
    example: [],
  })
  unavailable_kinds!: readonly AlertKind[];

  @ApiProperty({ format: 'date-time' })
  as_of_utc!: string;
}
