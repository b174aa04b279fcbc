import { UncheckedField } from '../../../core/http/fields/request-field.js';

/** A token of any other form belongs to no address. */
export class MailLinkRequest {
  @UncheckedField(
    {
      type: 'string',
      minLength: 43,
      maxLength: 43,
      description: 'The last 43 characters of the link in the email.',
    },
    { example: 'mJ0xw6yqk9o2pQv3r5t7u8w1z4a6c9e2g5i8k1n4q7s' },
  )
  token?: unknown;
}

/** Mail programs send the token in the URL, and a form without it (RFC 8058). */
export class LeaveQuery {
  @UncheckedField(
    { type: 'string', minLength: 43, maxLength: 43, description: 'The token, where the body has none.' },
    { example: 'mJ0xw6yqk9o2pQv3r5t7u8w1z4a6c9e2g5i8k1n4q7s', optional: true },
  )
  token?: unknown;
}
