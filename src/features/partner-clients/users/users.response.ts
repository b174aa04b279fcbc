import { ApiProperty } from '@nestjs/swagger';
import { PARTNER_ROLES, type PartnerRole } from '../../../core/shared/roles.js';
import { ApiKeysSettledResponse } from '../../partner/rules/settled-keys.response.js';
import { Field } from '../../../core/http/fields/field.decorators.js';

/** A person of the partner who is assigned to the client. */
export class PartnerClientUser {
  @ApiProperty({ format: 'uuid' })
  user_id!: string;

  @ApiProperty({ example: 'Zoe Lindqvist' })
  display_name!: string;

  @ApiProperty({ enum: PARTNER_ROLES })
  role!: PartnerRole;

  @Field('When the role was last given.', { format: 'date-time' })
  assigned_at_utc!: string;

  @Field("Id of the person who gave it, or `system` for an operator's command.", { example: 'system' })
  assigned_by!: string;

  @Field('Whether this is you.')
  is_self!: boolean;
}

/** Answer of the routes of a client's users. */
export class PartnerClientUsersResponse {
  @Field('By name.', { type: [PartnerClientUser] })
  items!: readonly PartnerClientUser[];
}

/** Answer of a removal. */
export class RemovedUserResponse extends PartnerClientUsersResponse {
  @Field("How many of the person's API keys for the client ended, stayed or were handed over.", {
    type: ApiKeysSettledResponse,
  })
  api_keys!: ApiKeysSettledResponse;
}

export class AssignableUser {
  @ApiProperty({ format: 'uuid' })
  user_id!: string;

  @ApiProperty({ example: 'Mei Tanaka' })
  display_name!: string;
}

export class AssignableUsersResponse {
  @Field('By name.', { type: [AssignableUser] })
  items!: readonly AssignableUser[];
}
