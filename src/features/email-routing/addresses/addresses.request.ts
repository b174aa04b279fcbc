import { EnumField, EnumListField, StringField, TextField } from '../../../core/http/fields/field-kinds.js';
import { holdsNoPerson, readAs, rule } from '../../../core/http/fields/field-rules.js';
import { MAX_EMAIL_LENGTH } from '../../../core/http/schemas/schema-parts.js';
import { MAIL_LANGUAGES, type MailLanguage } from '../rules/address-words.js';
import { readEmail } from '../rules/email-identity.policy.js';
import { TOPICS, type Topic } from '../rules/topics.policy.js';

const EMAIL_MESSAGE = `must be an email address of at most ${MAX_EMAIL_LENGTH} characters`;

const LABEL = {
  description: 'Names the address in the portal, without personal data.',
  example: 'Front desk',
  also: [holdsNoPerson()],
};
const TOPIC_LIST = {
  description: 'The topics of which it is told. A topic that your role may not read is 400.',
  example: ['people'],
};
const LANGUAGE = { description: 'The language of the mails.', example: 'en' };

/** A malformed id is answered like an unknown one: 404. */
export class AddressParams {
  @StringField({ description: 'The address: an address_id of the list.', format: 'uuid' })
  address_id!: string;
}

export class AddAddressRequest {
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

export class ChangeAddressRequest {
  @TextField(1, 80, { ...LABEL, optional: true })
  label?: string;

  @EnumListField(TOPICS, { max: TOPICS.length }, { ...TOPIC_LIST, optional: true })
  topics?: readonly Topic[];

  @EnumField(MAIL_LANGUAGES, { ...LANGUAGE, optional: true })
  language?: MailLanguage;
}
