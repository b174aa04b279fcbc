import { IsDefined, IsEmail, IsFQDN, Matches, MaxLength } from 'class-validator';
import { Field } from '../../../core/http/field.decorators.js';
import { IsText } from '../../../core/http/is-text.js';
import { IsTimezone } from '../../../core/http/is-timezone.js';

/** Body of POST /api/partner-clients. */
export class CreatePartnerClientRequest {
  @Field('Stands in addresses and in the ids of projects, and cannot be changed.', {
    minLength: 1,
    maxLength: 64,
    pattern: '^[a-z0-9][a-z0-9._-]{0,63}$',
    example: 'acme-dental',
  })
  @Matches(/^[a-z0-9][a-z0-9._-]{0,63}$/, {
    message:
      'must be 1 to 64 small letters, digits, dots, hyphens or underscores, and begin with a letter or a digit',
  })
  // Last in the list is asked first, and the first complaint is the one that is answered.
  @IsDefined()
  client_id!: string;

  @Field('What the client is called in the portal.', {
    minLength: 1,
    maxLength: 200,
    example: 'Acme Dental Group',
  })
  @IsText(1, 200)
  @IsDefined()
  business_name!: string;

  @Field('The name of its web site, without a scheme and a path.', {
    maxLength: 253,
    example: 'acme-dental.example',
  })
  @IsFQDN({}, { message: 'must be a domain name such as acme-dental.example' })
  @IsDefined()
  web_domain!: string;

  @Field('Whom to ask for. Administrators alone are shown it.', {
    minLength: 1,
    maxLength: 120,
    example: 'Mei Tanaka',
  })
  @IsText(1, 120)
  @IsDefined()
  contact_name!: string;

  @Field('For the operator who sets the client up; no route shows it.', {
    format: 'email',
    maxLength: 254,
    example: 'office@acme-dental.example',
  })
  @IsEmail({}, { message: 'must be an email address' })
  @MaxLength(254, { message: 'must be an email address of at most 254 characters' })
  @IsDefined()
  business_email!: string;

  @Field('IANA zone of the client.', { example: 'Australia/Sydney' })
  @IsTimezone()
  @IsDefined()
  timezone!: string;
}
