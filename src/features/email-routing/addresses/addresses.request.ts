import {
  EnumField,
  EnumListField,
  PatternField,
  StringField,
  TextField,
  TimezoneField,
} from '../../../core/http/fields/field-kinds.js';
import { holdsNoPerson, readAs, rule } from '../../../core/http/fields/field-rules.js';
import { MAX_EMAIL_LENGTH } from '../../../core/http/schemas/schema-parts.js';
import { MAIL_LANGUAGES, type MailLanguage } from '../rules/address-words.js';
import { readEmail } from '../rules/email-identity.policy.js';
import { DELIVERIES, type Delivery } from '../rules/sending-time.policy.js';
import { TOPICS, type Topic } from '../rules/topics.policy.js';

const EMAIL_MESSAGE = `must be an email address of at most ${MAX_EMAIL_LENGTH} characters`;

const LABEL = {
  description: 'Names the address in the portal, without personal data.',
  example: 'Front desk',
  also: [holdsNoPerson()],
};
const TOPIC_LIST = {
  description: 'The topics whose notices it gets. A topic that your role may not read is 400.',
  example: ['people'],
};
const LANGUAGE = { description: 'The language of the emails.', example: 'en' };

const TimeField = (description: string, example: string, nullable: boolean): PropertyDecorator =>
  PatternField(/^(?:[01][0-9]|2[0-3]):[0-5][0-9]$/, 'must be a time from 00:00 to 23:59', {
    description,
    example,
    optional: true,
    nullable,
  });

/** When an address gets its mails; omitted values stay unchanged. */
class SendingTimesRequest {
  @EnumField(DELIVERIES, {
    description:
      '`immediate`: one email for each notice. `daily`: one email a day. Urgent notices are sent immediately in either case.',
    example: 'daily',
    optional: true,
  })
  delivery?: Delivery;

  @TimeField('When the daily email is sent, by the clock of `timezone`.', '08:00', false)
  digest_at?: string;

  @TimeField(
    'The beginning of quiet hours, in which only urgent notices are sent by email; null: none.',
    '22:00',
    true,
  )
  quiet_from?: string | null;

  @TimeField(
    'The end of quiet hours. If not after `quiet_from`, it is on the next day; null: none.',
    '07:00',
    true,
  )
  quiet_until?: string | null;

  @TimezoneField({
    description: 'The IANA time zone of these times.',
    example: 'Australia/Sydney',
    optional: true,
  })
  timezone?: string;
}

/** A malformed id is answered like an unknown one: 404. */
export class AddressParams {
  @StringField({ description: 'The address_id of the address, from the list.', format: 'uuid' })
  address_id!: string;
}

export class AddAddressRequest extends SendingTimesRequest {
  @StringField({
    description:
      'It is stored sealed and shown masked. Blanks around it and the case of its letters make no difference, ' +
      'and a domain may have letters of any script.',
    maxLength: MAX_EMAIL_LENGTH,
    example: 'desk@example.com',
    also: [
      readAs((value) => (typeof value === 'string' ? (readEmail(value) ?? value) : value)),
      rule('matches', (value) => typeof value === 'string' && readEmail(value) !== null, EMAIL_MESSAGE),
    ],
  })
  email!: string;

  @TextField(1, 80, LABEL)
  label!: string;

  @EnumListField(TOPICS, { max: TOPICS.length }, { ...TOPIC_LIST, optional: true, default: [] })
  topics: readonly Topic[] = [];

  @EnumField(MAIL_LANGUAGES, { ...LANGUAGE, optional: true, default: 'en' })
  language: MailLanguage = 'en';
}

export class ChangeAddressRequest extends SendingTimesRequest {
  @TextField(1, 80, { ...LABEL, optional: true })
  label?: string;

  @EnumListField(TOPICS, { max: TOPICS.length }, { ...TOPIC_LIST, optional: true })
  topics?: readonly Topic[];

  @EnumField(MAIL_LANGUAGES, { ...LANGUAGE, optional: true })
  language?: MailLanguage;
}
