import { UuidField } from '../../../core/http/fields/field-kinds.js';
import { UncheckedField } from '../../../core/http/fields/request-field.js';

/** A challenge that a passkey has signed. */
export class SignedChallengeRequest {
  @UuidField({
    description: 'The challenge_id of POST /v1/portal/break-glass/challenge; it counts once, for 5 minutes.',
  })
  challenge_id!: string;

  @UncheckedField(
    { type: 'object', additionalProperties: true },
    { description: 'The AuthenticationResponseJSON of the browser (navigator.credentials.get).' },
  )
  response!: unknown;
}
