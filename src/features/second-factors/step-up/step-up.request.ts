import { EnumField, TextField, UuidField } from '../../../core/http/fields/field-kinds.js';
import { UncheckedField } from '../../../core/http/fields/request-field.js';
import { PROOF_KINDS, type ProofKind } from '../rules/vocabulary.js';

/** The proof of a step-up. */
export class ConfirmStepUpRequest {
  @EnumField(PROOF_KINDS, { description: 'How you prove it.', example: 'totp' })
  kind!: ProofKind;

  @TextField(6, 20, {
    description: 'For totp and recovery_code: the code.',
    example: '123456',
    optional: true,
  })
  code?: string;

  @UuidField({ description: 'For webauthn: the challenge that was given.', optional: true })
  challenge_id?: string;

  @UncheckedField(
    { type: 'object', additionalProperties: true },
    { description: 'For webauthn: the AuthenticationResponseJSON of the browser.', optional: true },
  )
  response?: unknown;
}
