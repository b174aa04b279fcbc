import { ApiProperty } from '@nestjs/swagger';
import { Field } from '../../../core/http/fields/field.decorators.js';
import { IdentifierField } from '../../../core/http/fields/field-kinds.js';
import { SignedChallengeRequest } from '../lookup/signed-challenge.request.js';

/** POST /v1/portal/break-glass/challenge. */
export class ChallengeResponse {
  @ApiProperty({ format: 'uuid' })
  challenge_id!: string;

  @Field('Options for navigator.credentials.get, as JSON (WebAuthn, parseRequestOptionsFromJSON).', {
    type: 'object',
    additionalProperties: true,
  })
  authentication!: object;
}

/** POST /v1/portal/break-glass/sign-in. */
export class BreakGlassSignInRequest extends SignedChallengeRequest {
  @IdentifierField({
    description:
      'The client, for a holder of several; without it, the first by its id. Production comes before other environments.',
    example: 'acme-dental',
    optional: true,
  })
  client_id?: string;
}

/** The client for which the person is signed in. */
export class BreakGlassSignedInResponse {
  @ApiProperty({ format: 'uuid' })
  use_id!: string;

  @ApiProperty({ example: 'acme-dental' })
  client_id!: string;
}
