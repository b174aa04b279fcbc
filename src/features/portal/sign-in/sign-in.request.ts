import { UncheckedField } from '../../../core/http/fields/request-field.js';

/** The parameters of a sign-in. */
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

  @UncheckedField(
    { type: String },
    {
      description: 'Set to public by the redirect to the public address, so that it happens only once.',
      example: 'public',
      optional: true,
    },
  )
  at?: unknown;
}
