import { ApiProperty } from '@nestjs/swagger';
import { Field } from '../../../core/http/fields/field.decorators.js';
import { PaginationResponse } from '../../../core/http/paging/pagination.response.js';
import { PersonResponse } from '../lookup/person.response.js';

/** GET /v1/portal/people. */
export class PeopleResponse {
  @Field('Active people first, by name.', { type: [PersonResponse] })
  items!: PersonResponse[];

  @ApiProperty({ type: PaginationResponse })
  pagination!: PaginationResponse;
}

/** POST /v1/portal/people/{user_id}/deactivate. */
export class DeactivatedPersonResponse extends PersonResponse {
  @Field('How many API keys have ended with it; those that live on are listed at /v1/partner/api-keys.', {
    type: 'integer',
    example: 0,
  })
  revoked_api_keys!: number;

  @Field('How many invitations of this person were withdrawn with it.', { type: 'integer', example: 1 })
  withdrawn_invitations!: number;
}
