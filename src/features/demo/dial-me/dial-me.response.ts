import { ApiProperty } from '@nestjs/swagger';
import { Field } from '../../../core/http/fields/field.decorators.js';

/** A challenge of a proof of work, in ALTCHA's format. */
export class DemoChallengeResponse {
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'For solveChallenge of altcha-lib.',
  })
  parameters!: object;

  @ApiProperty({ description: 'Send it back with the solution.' })
  signature!: string;
}

/** The words that a person agrees to. */
export class DemoConsentResponse {
  @Field('Changes with the text.') version!: string;
  @ApiProperty() text!: string;
}

/** Everything that a page needs to request a call (demo 2.1). */
export class DialMeChallengeResponse {
  @ApiProperty({ type: DemoChallengeResponse }) challenge!: DemoChallengeResponse;
  @ApiProperty({ type: DemoConsentResponse }) consent!: DemoConsentResponse;
  @Field('Countries whose numbers are called, by ISO 3166-1.', { isArray: true, type: String })
  countries!: readonly string[];
  @Field('Until then, the challenge is valid for one request.', { format: 'date-time' })
  expires_at_utc!: string;
}

/** The requested call. */
export class DialMeResponse {
  @Field('The reference of the call, also for the operator.', { format: 'uuid' }) reference!: string;
}
