import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';
import { PaginationResponse } from '../../../core/http/paging/pagination.response.js';
import { FollowUpResponse } from '../rules/follow-up.response.js';

/** A call that needs a person, without number, summary or transcript. */
export class QueuedCallResponse {
  @ApiProperty({ example: 'acme-dental-front-desk-k3vq72' })
  project_id!: string;

  @NullableField(String, { example: 'Acme Dental front desk' })
  project_name!: string | null;

  @Field('As in the list of calls.', { example: 'inbound' })
  direction!: string;

  @Field('As in the list of calls.', { example: 'missed' })
  call_status!: string;

  @ApiProperty({ format: 'date-time', example: '2026-10-31T04:12:09.000Z' })
  started_at_utc!: string;

  @NullableField(String, {
    example: '+61 *** *** 006',
    description: 'The number, masked; null when it was withheld.',
  })
  caller_display!: string | null;

  @ApiProperty({ type: FollowUpResponse })
  follow_up!: FollowUpResponse;
}

export class FollowUpQueueResponse {
  @Field('Open ones by due date, those without one last; done ones by completion, newest first.', {
    type: [QueuedCallResponse],
  })
  items!: QueuedCallResponse[];

  @ApiProperty()
  pagination!: PaginationResponse;
}
