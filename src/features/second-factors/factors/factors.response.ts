import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';
import { FACTOR_KINDS, type FactorKind } from '../rules/vocabulary.js';

/** A second factor of the caller. */
export class FactorItem {
  @ApiProperty({ format: 'uuid' }) factor_id!: string;
  @ApiProperty({ enum: FACTOR_KINDS, example: 'totp' }) kind!: FactorKind;
  @ApiProperty({ example: 'Work phone' }) name!: string;
  @ApiProperty({ enum: ['pending', 'active'], example: 'active' }) status!: 'pending' | 'active';
  @ApiProperty({ format: 'date-time' }) created_at_utc!: string;
  @NullableField(String, {
    description: 'When it was used last.',
    format: 'date-time',
    example: '2026-11-20T10:15:00.000Z',
  })
  last_used_at_utc!: string | null;
}

/** GET /v1/portal/mfa. */
export class MfaResponse {
  @ApiProperty({ type: [FactorItem], description: 'Oldest first.' }) factors!: FactorItem[];
  @ApiProperty({ type: 'integer', description: 'How many recovery codes are left.' })
  recovery_codes_left!: number;
  @ApiProperty({ description: "Whether the caller's role needs a second factor." }) is_required!: boolean;
  @ApiProperty({
    enum: FACTOR_KINDS,
    isArray: true,
    description: 'The kinds of factor that count for the client.',
  })
  kinds!: FactorKind[];
  @NullableField(String, {
    description: 'Until when the last proof counts for a step-up; null: none does.',
    format: 'date-time',
    example: '2026-11-20T10:15:00.000Z',
  })
  stepped_up_until_utc!: string | null;
}

/** A factor that was added, and the secret that only this answer contains. */
export class AddedFactorResponse extends FactorItem {
  @NullableField(String, {
    description: 'For totp: the secret in base32, to type it.',
    example: 'JBSWY3DPEHPK3PXP',
  })
  secret!: string | null;
  @NullableField(String, {
    description: 'For totp: the address for a QR code.',
    example: 'otpauth://totp/Telephony:Amelia?secret=JBSWY3DPEHPK3PXP',
  })
  otpauth_uri!: string | null;
  @Field('For webauthn: the options for the browser to create a passkey; null for totp.', {
    type: 'object',
    additionalProperties: true,
    nullable: true,
  })
  registration!: object | null;
}

/** Codes that replace all earlier ones. */
export class RecoveryCodesResponse {
  @ApiProperty({ type: [String], example: ['K7PXQ-3MABC'], description: 'Shown once. Each counts once.' })
  codes!: string[];
}
