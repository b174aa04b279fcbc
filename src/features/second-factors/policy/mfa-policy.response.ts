import { ApiProperty } from '@nestjs/swagger';
import { CHOSEN_STEP_UPS, type ChosenStepUp } from '../../../core/auth/step-up.js';
import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';
import { CUSTOMER_ROLES, type Scope } from '../../../core/shared/roles.js';
import { FACTOR_KINDS, type FactorKind } from '../rules/vocabulary.js';

/** GET and PUT /v1/security/mfa-policy. */
export class MfaPolicyResponse {
  @ApiProperty({ enum: CUSTOMER_ROLES, isArray: true, example: ['client_admin'] }) required_roles!: Scope[];
  @ApiProperty({ enum: FACTOR_KINDS, isArray: true, example: ['totp', 'webauthn'] }) kinds!: FactorKind[];
  @ApiProperty({ enum: CHOSEN_STEP_UPS, isArray: true, example: ['api_keys'] }) step_up_for!: ChosenStepUp[];
  @ApiProperty({ type: 'integer', example: 10 }) step_up_minutes!: number;
  @Field('For If-Match; also in the header ETag.', { example: 'default' })
  etag!: string;
  @NullableField(String, {
    description: 'When it was last saved; null: never, and it asks for nothing.',
    format: 'date-time',
    example: '2026-11-20T10:15:00.000Z',
  })
  updated_at_utc!: string | null;
  @NullableField(String, {
    description: 'The user id of the person who saved it.',
    example: '01a1fc1b-628c-7fa9-95cc-33a6952135bb',
  })
  updated_by!: string | null;
}
