import { ApiProperty } from '@nestjs/swagger';
import { Field } from '../../../core/http/fields/field.decorators.js';
import { PaginationResponse } from '../../../core/http/paging/pagination.response.js';
import { UseResponse } from '../rules/use.response.js';

/** One line of what was done during a use. */
export class ActResponse {
  @ApiProperty({ format: 'date-time', example: '2026-11-20T10:22:00.000Z' })
  occurred_at_utc!: string;

  @Field('The action, as the audit trail names it.', { example: 'people.role_changed' })
  action!: string;

  @ApiProperty({ enum: ['success', 'denied', 'failed'], example: 'success' })
  outcome!: string;

  @Field('Ids, options and counts of the action.', { type: 'object', additionalProperties: true })
  details!: Record<string, unknown>;
}

/** GET /v1/security/break-glass/uses/{use_id}. */
export class UseReportResponse extends UseResponse {
  @Field('One page of what was done and refused during the use, in order.', { type: [ActResponse] })
  acts!: ActResponse[];

  @ApiProperty()
  pagination!: PaginationResponse;
}

/** GET /v1/security/break-glass/uses. */
export class UsesResponse {
  @Field('Latest first.', { type: [UseResponse] })
  items!: UseResponse[];

  @ApiProperty()
  pagination!: PaginationResponse;
}
