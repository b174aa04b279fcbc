import { EnumField, PatternField, TextField, UuidField } from '../../../core/http/fields/field-kinds.js';
import { UncheckedField } from '../../../core/http/fields/request-field.js';
import { FACTOR_KINDS, type FactorKind } from '../rules/vocabulary.js';

/** Names one factor. */
export class FactorParams {
  @UuidField({ description: 'A factor of the caller; any other is 404.' })
  factor_id!: string;
}

/** A factor to add. */
export class AddFactorRequest {
  @EnumField(FACTOR_KINDS, { description: 'An authenticator app, or a passkey.', example: 'totp' })
  kind!: FactorKind;

  @TextField(1, 40, {
    description: 'A name that distinguishes it from your other factors.',
    example: 'Work phone',
  })
  name!: string;
}

/** The proof that a person has the factor. */
export class ConfirmFactorRequest {
  @PatternField(/^\d{6}$/, 'must be six digits', {
    description: 'For totp: the code that the app shows.',
    example: '123456',
    optional: true,
  })
  code?: string;

  @UncheckedField(
    { type: 'object', additionalProperties: true },
    {
      description: 'For webauthn: the RegistrationResponseJSON of the browser.',
      optional: true,
    },
  )
  response?: unknown;
}
