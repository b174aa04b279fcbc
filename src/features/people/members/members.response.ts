import { ApiProperty } from '@nestjs/swagger';
import { Field } from '../../../core/http/fields/field.decorators.js';
import { PaginationResponse } from '../../../core/http/paging/pagination.response.js';
import type { PortalRole } from '../../../core/shared/roles.js';
import { ApiKeysSettledResponse } from '../../partner/rules/settled-keys.response.js';
import { GIVEN_ROLES, PersonResponse } from '../lookup/person.response.js';

export class PeopleResponse {
  @Field('Active people first, by name.', { type: [PersonResponse] })
  items!: PersonResponse[];

  @ApiProperty({ type: PaginationResponse })
  pagination!: PaginationResponse;

  @Field('The roles that the caller may give, highest first.', {
    enum: GIVEN_ROLES,
    isArray: true,
    example: ['client_admin', 'client_manager', 'client_staff'],
  })
  grantable_roles!: PortalRole[];
}

export class ChangedPersonResponse extends PersonResponse {
  @Field("How many of the person's API keys for the client ended, stayed or were handed over.", {
    type: ApiKeysSettledResponse,
  })
  api_keys!: ApiKeysSettledResponse;
}

export class DeactivatedPersonResponse extends ChangedPersonResponse {
  @Field('The same as `api_keys.ended`.', { type: 'integer', example: 2 })
  revoked_api_keys!: number;

  @Field('How many invitations by and for this person were withdrawn.', {
    type: 'integer',
    example: 1,
  })
  withdrawn_invitations!: number;
}
