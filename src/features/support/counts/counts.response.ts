import { Field } from '../../../core/http/fields/field.decorators.js';

const COUNT = { type: 'integer', minimum: 0, example: 2 } as const;

export class SupportBadgeResponse {
  @Field('Tickets that are not closed and have a comment that you see and have not read.', COUNT)
  unread_count!: number;

  @Field(
    'For customers: pending tickets in which you are requester or recipient. For staff: new and open ones ' +
      'that are yours or without an assignee.',
    COUNT,
  )
  awaiting_you_count!: number;
}

export class SupportOpenCountResponse {
  @Field('Tickets that you see and that are new, open or pending.', COUNT)
  open_count!: number;
}
