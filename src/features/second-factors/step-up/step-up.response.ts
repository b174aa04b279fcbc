import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';
import { PROOF_KINDS, type ProofKind } from '../rules/vocabulary.js';

/** The beginning of a step-up. */
export class StepUpResponse {
  @ApiProperty({
    enum: PROOF_KINDS,
    isArray: true,
    description: 'The ways that are open to you; none: add a second factor first.',
  })
  kinds!: ProofKind[];
  @NullableField(String, {
    description: 'For webauthn: the challenge, good once and for five minutes.',
    format: 'uuid',
    example: '01a1fc1b-628c-7fa9-95cc-33a6952135bb',
  })
  challenge_id!: string | null;
  @Field('For webauthn: the options for the browser to sign; null without a passkey.', {
    type: 'object',
    additionalProperties: true,
    nullable: true,
  })
  authentication!: object | null;
}

/** A step-up that counts. */
export class SteppedUpResponse {
  @ApiProperty({ format: 'date-time', description: 'Until when it counts.' })
  stepped_up_until_utc!: string;
}
