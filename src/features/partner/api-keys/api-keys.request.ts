import { matches } from '../../../core/http/fields/field-rules.js';
import {
  EnumField,
  IdentifierField,
  IntegerField,
  StringField,
} from '../../../core/http/fields/field-kinds.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { ONE_LINE, ONE_LINE_HELP } from '../../../core/http/fields/visible-text.policy.js';
import { PARTNER_ROLES, type PartnerRole } from '../../../core/shared/roles.js';
import { MAX_GRACE_SECONDS, MAX_LIFETIME_YEARS } from './key-terms.policy.js';

export class ListApiKeysQuery extends ClientChoice {
  @IdentifierField({
    description:
      'The client. People must name it (404 otherwise); a key accepts only its own client and may leave it ' +
      'out.',
    example: 'acme-dental',
    optional: true,
  })
  declare client_id?: string;
}

/** Query of routes that change keys; without it the guards have already answered 404. */
export class ApiKeyClientQuery {
  @IdentifierField({
    description: 'The client of the keys. Missing or not assigned to you: 404.',
    example: 'acme-dental',
  })
  client_id!: string;
}

/**
 * The path of a route about one key. A malformed id gets the same response as an unknown one: 404.
 */
export class ApiKeyParams {
  @StringField({ description: 'The key_id of the key, from the list.', format: 'uuid' })
  key_id!: string;
}

export class CreateApiKeyRequest {
  @StringField({
    description: 'Purpose of the key.',
    minLength: 1,
    maxLength: 200,
    example: 'CRM sync',
    also: [matches(ONE_LINE, ONE_LINE_HELP)],
  })
  description!: string;

  @EnumField(PARTNER_ROLES, { example: 'partner_user' })
  scope!: PartnerRole;

  @StringField({
    description:
      `When the key ends, at most ${MAX_LIFETIME_YEARS} years ahead. If left out or null: never, or at ` +
      "the end of the client's longest lifetime if one is set; a later time is 422, which names the " +
      'latest.',
    format: 'date-time',
    optional: true,
    nullable: true,
  })
  expires_at_utc?: string | null;
}

export class RevokeByCreatorRequest {
  @IdentifierField({
    description: 'The person whose keys to revoke: `created_by` of a key record.',
    minLength: 1,
    maxLength: 128,
    example: '01a1fc1b-628c-7fa9-95cc-33a6952135bb',
  })
  created_by!: string;
}

export class RotateApiKeyRequest {
  @IntegerField(0, MAX_GRACE_SECONDS, {
    description: 'Seconds for which the old key still works; 0 ends it immediately.',
    default: 0,
    example: 3600,
    optional: true,
  })
  grace_seconds: number = 0;

  @StringField({
    description:
      `When the new key ends, at most ${MAX_LIFETIME_YEARS} years ahead. If left out: with the old one, ` +
      "or earlier if the client's longest lifetime requires it. Null: never, or at the end of that " +
      'lifetime. A later time is 422, which names the latest.',
    format: 'date-time',
    optional: true,
    nullable: true,
  })
  expires_at_utc?: string | null;
}
