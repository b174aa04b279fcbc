import { IsDefined, IsIn, IsString, IsUUID } from 'class-validator';
import { PARTNER_ROLES, type PartnerRole } from '../../../core/kernel/roles.js';
import { Field, OptionalField } from '../../../core/http/field.decorators.js';
import { IfSent } from '../../../core/http/if-sent.js';
import { PartnerClientParams } from '../rules/client-params.request.js';

/** The path of a route about one assigned person. An id that no person can have is one that is not assigned: 404. */
export class AssignedUserParams extends PartnerClientParams {
  @Field('The person: a user_id of the list.', { format: 'uuid' })
  @IsString()
  user_id!: string;
}

/** Body of POST /api/partner-clients/{client_id}/users. */
export class AssignUserRequest {
  @Field('One of the assignable users.', { format: 'uuid', example: '0196a000-0000-7000-8000-000000000014' })
  @IsUUID('loose', { message: 'must be a UUID' })
  // Last in the list is asked first, and the first complaint is the one that is answered.
  @IsDefined()
  user_id!: string;

  @OptionalField('The role for this client.', { enum: PARTNER_ROLES, default: 'partner_user' })
  @IfSent()
  @IsIn(PARTNER_ROLES, { message: `must be one of ${PARTNER_ROLES.join(', ')}` })
  role: PartnerRole = 'partner_user';
}
