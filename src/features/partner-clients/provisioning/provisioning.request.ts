import { PatternField, TextField, TimezoneField } from '../../../core/http/fields/field-kinds.js';
import { isNotLonger, rule } from '../../../core/http/fields/field-rules.js';
import { RequestField } from '../../../core/http/fields/request-field.js';
import { DOMAIN_MESSAGE, isDomain, isMailAddress, MAX_EMAIL } from '../rules/profile-values.policy.js';

const CLIENT_ID = /^[a-z0-9][a-z0-9._-]{0,63}$/;

const isSite = rule('isFqdn', isDomain, DOMAIN_MESSAGE);
const isShort = isNotLonger(MAX_EMAIL, `must be an email address of at most ${MAX_EMAIL} characters`);
const isAddress = rule('isEmail', isMailAddress, 'must be an email address');

export class CreatePartnerClientRequest {
  @PatternField(
    CLIENT_ID,
    'must be 1 to 64 lower-case letters, digits, dots, hyphens or underscores, and begin with a letter or ' +
      'a digit',
    {
      minLength: 1,
      maxLength: 64,
      pattern: CLIENT_ID.source,
      description: 'Part of addresses and of the ids of projects; cannot be changed.',
      example: 'lorikeet-dental',
    },
  )
  client_id!: string;

  @TextField(1, 200, {
    description: 'Name of the client in the portal.',
    example: 'Lorikeet Dental',
  })
  business_name!: string;

  @RequestField(
    [isSite],
    { type: String, maxLength: 253 },
    {
      description: 'The host name of its web site, without scheme or path.',
      example: 'lorikeet-dental.example',
    },
  )
  web_domain!: string;

  @TextField(1, 120, {
    description: 'The person to contact. Only administrators see it.',
    example: 'Mei Tanaka',
  })
  contact_name!: string;

  @RequestField(
    [isShort, isAddress],
    { type: String, format: 'email', maxLength: MAX_EMAIL },
    {
      description: 'For the operator who sets the client up; no route shows it.',
      example: 'office@lorikeet-dental.example',
    },
  )
  business_email!: string;

  @TimezoneField({ description: 'IANA zone of the client.', example: 'Australia/Sydney' })
  timezone!: string;
}
