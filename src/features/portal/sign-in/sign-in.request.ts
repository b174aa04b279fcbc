import { UncheckedField } from '../../../core/http/fields/request-field.js';

/** What a sign-in may be asked with. */
export class SignInRequest {
  @UncheckedField(
    { type: String },
    {
      description:
        'Path of the portal to continue at, such as /calls?status=missed. Anything else counts as /.',
      example: '/calls?status=missed',
      optional: true,
    },
  )
  return_to?: unknown;
}
