import { IsDefined, IsString, Matches, MaxLength } from 'class-validator';
import { Field } from '../../../core/http/field.decorators.js';
import { EMAIL_PATTERN, MAX_EMAIL_LENGTH } from '../../../core/schemas/schema-parts.js';
import { GIVEN_ROLES } from '../lookup/person.response.js';

const EMAIL_MESSAGE = `must be an email address of at most ${MAX_EMAIL_LENGTH} characters`;

/** The path of a route about one invitation. An id that none can have is one that is not there: 404. */
export class InvitationParams {
  @Field('The invitation: an invitation_id of the list.', { format: 'uuid' })
  @IsString()
  invitation_id!: string;
}

/** Body of POST /v1/portal/invitations. */
export class InviteRequest {
  @Field('Where the invitation is sent. It is stored sealed and shown masked.', {
    format: 'email',
    maxLength: MAX_EMAIL_LENGTH,
    example: 'mei.tanaka@example.com',
  })
  @Matches(new RegExp(EMAIL_PATTERN), { message: EMAIL_MESSAGE })
  @MaxLength(MAX_EMAIL_LENGTH, { message: EMAIL_MESSAGE })
  @IsString()
  @IsDefined()
  email!: string;

  @Field('A role of your own kind. Any other, also one that there is not: 422 role_not_grantable.', {
    enum: GIVEN_ROLES,
    example: 'client_staff',
  })
  @IsString()
  @IsDefined()
  role!: string;
}
