import { IsDefined, IsString, Matches } from 'class-validator';
import { Field } from '../../../core/http/field.decorators.js';
import { IsText } from '../../../core/http/is-text.js';

/** Body of POST /v1/portal/invitations/accept. */
export class AcceptInvitationRequest {
  @Field('What stands behind # in the link of the mail.', {
    minLength: 43,
    maxLength: 43,
    pattern: '^[A-Za-z0-9_-]{43}$',
    example: 'mJ0xw6yqk9o2pQv3r5t7u8w1z4a6c9e2g5i8k1n4q7s',
  })
  @Matches(/^[\w-]{43}$/, { message: 'must be the 43 characters behind # in the link of the mail' })
  @IsString()
  @IsDefined()
  token!: string;

  @Field('What the person is called. Counts for a person who is new here; others keep the name they have.', {
    minLength: 1,
    maxLength: 80,
    example: 'Mei Tanaka',
  })
  @IsText(1, 80)
  @IsString()
  @IsDefined()
  display_name!: string;
}
