import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';
import { CallRowResponse } from '../../calls/lookup/call-rows.service.js';
import { TicketPerson } from '../lookup/ticket.response.js';

const CALL_ID = { example: 'room-2026-10-31-000123' } as const;
const INSTANT = { format: 'date-time', example: '2026-10-31T04:12:09.000Z' } as const;
const COUNT = { type: 'integer', minimum: 0, example: 1 } as const;

export const VALIDATED_STATES = ['attachable', 'attached', 'not_found'] as const;
export const ATTACHED_STATES = ['attached', 'not_found'] as const;

export class ValidatedCall {
  @ApiProperty(CALL_ID)
  call_id!: string;

  @Field('attached: already. not_found: absent, or you do not see it.', {
    enum: VALIDATED_STATES,
    example: 'attachable',
  })
  state!: (typeof VALIDATED_STATES)[number];
}

export class ValidatedCallsResponse {
  @Field('In the order in which they were sent.', { type: [ValidatedCall] })
  items!: ValidatedCall[];
}

export class AttachedCall {
  @ApiProperty(CALL_ID)
  call_id!: string;

  @Field('not_found: absent, or you do not see it.', { enum: ATTACHED_STATES, example: 'attached' })
  state!: (typeof ATTACHED_STATES)[number];
}

export class AttachedCallsResponse {
  @Field('In the order in which they were sent.', { type: [AttachedCall] })
  items!: AttachedCall[];

  @Field('Calls of the ticket now.', COUNT)
  related_call_count!: number;
}

export class DetachedCallResponse {
  @ApiProperty(CALL_ID)
  call_id!: string;

  @Field('Calls of the ticket now.', COUNT)
  related_call_count!: number;
}

export class RelatedCall {
  @ApiProperty(CALL_ID)
  call_id!: string;

  @ApiProperty(INSTANT)
  started_at_utc!: string;

  @ApiProperty(INSTANT)
  attached_at_utc!: string;

  @ApiProperty({ type: TicketPerson })
  attached_by!: TicketPerson;

  @NullableField(CallRowResponse, {
    example: null,
    description:
      'As in the list of calls; null once retention has dropped it or the data of its caller was erased.',
  })
  call!: CallRowResponse | null;
}

export class RelatedCallsResponse {
  @Field('The calls that you see, newest first.', { type: [RelatedCall] })
  items!: RelatedCall[];

  @Field('How many more there are that you do not see.', COUNT)
  not_visible_count!: number;
}
