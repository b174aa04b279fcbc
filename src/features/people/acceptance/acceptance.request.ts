import { StringField, TextField } from '../../../core/http/fields/field-kinds.js';
import { matches } from '../../../core/http/fields/field-rules.js';

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export class PreviewInvitationRequest {
  @StringField({
    description: 'The part after # of the link in the email.',
    minLength: 43,
    maxLength: 43,
    pattern: TOKEN.source,
    example: 'mJ0xw6yqk9o2pQv3r5t7u8w1z4a6c9e2g5i8k1n4q7s',
    also: [matches(TOKEN, 'must be the 43 characters after # in the link of the email')],
  })
  token!: string;
}

export class AcceptInvitationRequest extends PreviewInvitationRequest {
  @TextField(1, 80, {
    description: 'Name of the person. Used for a person who is new here; others keep their name.',
    example: 'Mei Tanaka',
  })
  display_name!: string;
}
