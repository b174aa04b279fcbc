import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';
import {
  ADDRESS_STATUSES,
  MAIL_LANGUAGES,
  type AddressStatus,
  type MailLanguage,
} from '../rules/address-words.js';
import { DELIVERIES, type Delivery } from '../rules/sending-time.policy.js';
import { TOPICS, type Topic } from '../rules/topics.policy.js';

/** An address in responses (email-routing 1.4). */
export class AddressResponse {
  @ApiProperty({ format: 'uuid' })
  address_id!: string;

  @ApiProperty({ example: 'd***@e***.com' })
  email_masked!: string;

  @Field('Names the address in the portal.', { example: 'Front desk' })
  label!: string;

  @Field('The topics whose notices it gets.', { enum: TOPICS, isArray: true, example: ['people'] })
  topics!: readonly Topic[];

  @Field('The language of the emails.', { enum: MAIL_LANGUAGES, example: 'en' })
  language!: MailLanguage;

  @Field('`daily`: one email a day, with all notices since the last one that are not urgent.', {
    enum: DELIVERIES,
    example: 'immediate',
  })
  delivery!: Delivery;

  @Field('When the daily email is sent, by the clock of `timezone`.', { example: '08:00' })
  digest_at!: string;

  @NullableField(String, {
    description: 'The beginning of quiet hours, in which only urgent notices are sent by email; null: none.',
    example: '22:00',
  })
  quiet_from!: string | null;

  @NullableField(String, {
    description: 'The end of quiet hours. If not after `quiet_from`, it is on the next day.',
    example: '07:00',
  })
  quiet_until!: string | null;

  @Field('The IANA time zone of these times.', { example: 'Australia/Sydney' })
  timezone!: string;

  @Field(
    '`pending`: not confirmed yet; `bounced`: its mail server refused an email; `removed`: its owner has ' +
      'unsubscribed. Only a `verified` address gets notices.',
    { enum: ADDRESS_STATUSES, example: 'verified' },
  )
  status!: AddressStatus;

  @Field(
    'Status of the last email that asked for confirmation. `failed`: the mail server has not accepted it for hours.',
    {
      enum: ['pending', 'sent', 'failed'],
      example: 'sent',
    },
  )
  mail_status!: 'pending' | 'sent' | 'failed';

  @ApiProperty({ format: 'date-time' })
  created_at_utc!: string;

  @Field('The user id of the person who added it.', { example: '01a1fc1b-628c-7fa9-95cc-33a6952135bb' })
  created_by!: string;

  @NullableField(String, {
    description: 'Until when the link in the last email works; null once it was used.',
    format: 'date-time',
    example: null,
  })
  verify_until_utc!: string | null;

  @NullableField(String, { format: 'date-time', example: '2026-11-27T08:15:00.000Z' })
  verified_at_utc!: string | null;
}
