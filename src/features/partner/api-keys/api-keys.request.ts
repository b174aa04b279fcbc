import { ApiProperty } from '@nestjs/swagger';
import { IsDefined, IsIn, IsOptional, IsString, Matches } from 'class-validator';
import { Field, OptionalField } from '../../../core/http/field.decorators.js';
import { ClientChoice } from '../../../core/http/client-choice.request.js';
import { IsIdentifier } from '../../../core/http/is-identifier.js';
import { ONE_LINE } from '../../../core/http/visible-text.policy.js';
import { IsWholeNumber } from '../../../core/http/is-whole-number.js';
import { MAX_GRACE_SECONDS, MAX_LIFETIME_YEARS } from './key-terms.policy.js';
import { PARTNER_ROLES, type PartnerRole } from '../../../core/kernel/roles.js';

/** Query of GET /v1/partner/api-keys. */
export class ListApiKeysQuery extends ClientChoice {
  @OptionalField('The client. People must name it (404 otherwise); a key takes only its own and need not.', {
    example: 'acme-dental',
  })
  declare client_id?: string;
}

/** Query of the routes that change keys; without it they have answered 404 before it is looked at here. */
export class ApiKeyClientQuery {
  @Field('The client whose keys are meant. Left out or not assigned to you: 404.', { example: 'acme-dental' })
  @IsIdentifier()
  client_id!: string;
}

/** The path of a route about one key. An id that no key can have is a key that is not there: 404. */
export class ApiKeyParams {
  @Field('The key: a key_id of the list.', { format: 'uuid' })
  @IsString()
  key_id!: string;
}

/** Body of POST /v1/partner/api-keys. */
export class CreateApiKeyRequest {
  @Field('What the key is for.', { minLength: 1, maxLength: 200, example: 'CRM sync' })
  @Matches(ONE_LINE, { message: 'must be 1 to 200 characters on one line, not only blanks' })
  // Last in the list is asked first, and the first complaint is the one that is answered.
  @IsString()
  @IsDefined()
  description!: string;

  @ApiProperty({ enum: PARTNER_ROLES, example: 'partner_user' })
  @IsIn(PARTNER_ROLES, { message: `must be one of ${PARTNER_ROLES.join(', ')}` })
  @IsDefined()
  scope!: PartnerRole;

  @OptionalField(
    `When the key ends, at most ${MAX_LIFETIME_YEARS} years ahead. Left out or null: never, or as late as the ` +
      "client's longest lifetime allows where one is set; beyond that it is 422, which names the latest.",
    { type: String, format: 'date-time', nullable: true, example: '2027-06-30T14:00:00Z' },
  )
  @IsOptional()
  @IsString()
  expires_at_utc?: string | null;
}

/** Body of POST /v1/partner/api-keys/revoke-by-creator. */
export class RevokeByCreatorRequest {
  @Field('Whose keys are meant: `created_by` of a key record.', {
    minLength: 1,
    maxLength: 128,
    example: '01a1fc1b-628c-7fa9-95cc-33a6952135bb',
  })
  @IsIdentifier()
  @IsDefined()
  created_by!: string;
}

/** Body of POST /v1/partner/api-keys/{key_id}/rotate. */
export class RotateApiKeyRequest {
  @OptionalField('So many seconds the old key goes on working beside the new one; 0 ends it at once.', {
    default: 0,
    example: 3600,
  })
  @IsWholeNumber(0, MAX_GRACE_SECONDS)
  grace_seconds: number = 0;
}
