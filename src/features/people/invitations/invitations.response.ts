import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField, OptionalField } from '../../../core/http/fields/field.decorators.js';
import { PaginationResponse } from '../../../core/http/paging/pagination.response.js';
import { DATA_ENVS, type DataEnv } from '../../../core/shared/auth-context.js';
import type { PortalRole } from '../../../core/shared/roles.js';
import { GIVEN_ROLES } from '../lookup/person.response.js';
import { INVITATION_STATES, type InvitationState } from '../rules/invitation.policy.js';

const instant = (description: string, example: string | null = null): PropertyDecorator =>
  NullableField(String, { description, format: 'date-time', example });

/** An invitation in responses (people 3.1), without its token and its link. */
export class InvitationResponse {
  @ApiProperty({ format: 'uuid' })
  invitation_id!: string;

  @ApiProperty({ example: 'm***@e***.com' })
  email_masked!: string;

  @OptionalField('The full address; only in the list, and only for the person who invited.', {
    example: 'mira@example.com',
  })
  email?: string;

  @ApiProperty({ enum: GIVEN_ROLES, example: 'client_staff' })
  role!: PortalRole;

  @ApiProperty({ example: 'acme-dental' })
  client_id!: string;

  @ApiProperty({ enum: DATA_ENVS, example: 'prod' })
  data_env!: DataEnv;

  @ApiProperty({ enum: INVITATION_STATES, example: 'pending' })
  state!: InvitationState;

  @Field('`failed`: the mail server has not accepted the mail for hours. Resend it.', {
    enum: ['pending', 'sent', 'failed'],
    example: 'sent',
  })
  mail_status!: 'pending' | 'sent' | 'failed';

  @Field('How often it was sent. Only the link in the last email works.', {
    type: 'integer',
    example: 1,
  })
  sends!: number;

  @Field('The user id of the person who invited.', { example: '01a1fc1b-628c-7fa9-95cc-33a6952135bb' })
  invited_by!: string;

  @ApiProperty({ format: 'date-time' })
  created_at_utc!: string;

  @Field('Seven days after it was last sent.', { format: 'date-time' })
  expires_at_utc!: string;

  @instant('When it was accepted.', '2026-11-27T08:15:00.000Z')
  accepted_at_utc!: string | null;

  @NullableField(String, { description: 'The user id of the person who accepted.', example: null })
  accepted_by!: string | null;

  @instant('When it was withdrawn.')
  withdrawn_at_utc!: string | null;
}

export class InvitationsResponse {
  @Field('Newest first.', { type: [InvitationResponse] })
  items!: InvitationResponse[];

  @ApiProperty({ type: PaginationResponse })
  pagination!: PaginationResponse;
}
