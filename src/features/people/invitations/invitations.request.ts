import { StringField } from '../../../core/http/fields/field-kinds.js';
import { isNotLonger, matches } from '../../../core/http/fields/field-rules.js';
import { EMAIL_PATTERN, MAX_EMAIL_LENGTH } from '../../../core/http/schemas/schema-parts.js';
import { GIVEN_ROLES } from '../lookup/person.response.js';

const EMAIL_MESSAGE = `must be an email address of at most ${MAX_EMAIL_LENGTH} characters`;

const isShort = isNotLonger(MAX_EMAIL_LENGTH, EMAIL_MESSAGE);

/** A malformed id is answered like an unknown one: 404. */
export class InvitationParams {
  @StringField({ description: 'The invitation_id of the invitation, from the list.', format: 'uuid' })
  invitation_id!: string;
}

export class InviteRequest {
  @StringField({
    description: 'The address to which the invitation is sent. It is stored sealed and shown masked.',
    format: 'email',
    maxLength: MAX_EMAIL_LENGTH,
    example: 'mei.tanaka@example.com',
    also: [isShort, matches(new RegExp(EMAIL_PATTERN), EMAIL_MESSAGE)],
  })
  email!: string;

  @StringField({
    description: 'A role of your own kind. Any other, even an unknown one, is 422 role_not_grantable.',
    enum: GIVEN_ROLES,
    example: 'client_staff',
  })
  role!: string;
}
