import { ApiProperty } from '@nestjs/swagger';
import { Field, OptionalField } from '../../../core/http/fields/field.decorators.js';
import { TOPICS, type Topic } from '../rules/topics.policy.js';
import { MOST_UNREAD } from './bell.policy.js';

export class NoticeAction {
  @Field('The words of a button.', { example: 'Open the alerts' })
  label!: string;

  @Field('The page of the portal that it opens.', { example: '/alerts' })
  path!: string;
}

/** A notice in the bell (email-routing 7.4). */
export class Notice {
  @ApiProperty({ format: 'uuid' })
  notice_id!: string;

  @Field('The kind of event; new kinds may be added.', { example: 'alert' })
  kind!: string;

  @Field('The id of what the notice is about; for an alert, its alert_id.', {
    example: '0198c5a0-7c1e-8d53-9f6b-2f6e0c1a9b40',
  })
  subject!: string;

  @Field('Addresses with this topic get the notice by email.', { enum: TOPICS, example: 'webhooks' })
  topic!: Topic;

  @Field('The event and its place, in a line.', { example: 'Webhook is failing: hooks.example.com' })
  title!: string;

  @Field('Details, one sentence each.', {
    example: ["The webhook's receiver is failing. New deliveries are still attempted."],
  })
  lines!: readonly string[];

  @ApiProperty()
  action!: NoticeAction;

  @ApiProperty({ format: 'date-time' })
  created_at_utc!: string;

  @ApiProperty()
  is_unread!: boolean;
}

export class NoticesResponse {
  @Field('Newest first.', { type: [Notice] })
  items!: Notice[];

  @Field(`Your unread notices, on all pages; ${MOST_UNREAD} means as many or more.`, {
    type: 'integer',
    minimum: 0,
    maximum: MOST_UNREAD,
    example: 2,
  })
  unread_count!: number;

  @Field('Topics with notices that are left out while a store does not answer whether you may read them.', {
    enum: TOPICS,
    isArray: true,
    example: [],
  })
  unavailable_topics!: readonly Topic[];

  @OptionalField('Only if there are more.')
  next_cursor?: string;
}

export class NoticesReadResponse {
  @Field('Notices up to this instant are read.', { format: 'date-time' })
  read_up_to_utc!: string;
}
