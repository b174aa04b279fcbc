import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsDefined, IsInt, Max, Min, ValidateBy, ValidateIf } from 'class-validator';
import { HoldsNoPerson } from '../../../core/http/holds-no-person.js';
import { IsInstant } from '../../../core/http/is-instant.js';
import { IsText } from '../../../core/http/is-text.js';
import { looksSecret } from './secret-like.policy.js';

/** The largest whole number of a column. */
const MAX_INTEGER = 2_147_483_647;

/** Metadata is shown to everyone who reads the campaign (campaigns 7.3). */
const HoldsNoSecret = (): PropertyDecorator =>
  ValidateBy({
    name: 'secretLike',
    validator: {
      validate: (value: unknown) => typeof value !== 'string' || !looksSecret(value),
      defaultMessage: () =>
        'looks like a secret, or names one; send what the wash is known by, and no credentials',
    },
  });

// What is applied first is asked first, and the first complaint is the one that is answered.
const Word = (min: number, max: number, example: string): PropertyDecorator =>
  applyDecorators(
    IsDefined(),
    IsText(min, max),
    HoldsNoSecret(),
    HoldsNoPerson(),
    ApiProperty({ minLength: min, maxLength: max, example }),
  );

const UnlessNull = (): PropertyDecorator =>
  ValidateIf((_: object, value: unknown) => value !== undefined && value !== null);

const OptionalWord = (example: string): PropertyDecorator =>
  applyDecorators(
    UnlessNull(),
    IsText(1, 255),
    HoldsNoSecret(),
    HoldsNoPerson(),
    ApiPropertyOptional({ type: String, nullable: true, minLength: 1, maxLength: 255, example }),
  );

const WholeCount = (): PropertyDecorator =>
  applyDecorators(IsInt({ message: 'must be a whole number' }), Max(MAX_INTEGER), Min(0));

const Count = (example: number): PropertyDecorator =>
  applyDecorators(
    IsDefined(),
    WholeCount(),
    ApiProperty({ type: 'integer', minimum: 0, maximum: MAX_INTEGER, example }),
  );

const Instant = (description: string, example: string): PropertyDecorator =>
  applyDecorators(
    IsDefined(),
    IsInstant(),
    ApiProperty({ type: String, format: 'date-time', description, example }),
  );

/** Body of POST /v1/outbound-campaigns/{campaign_id}/registry-wash-records (campaigns 7.1). */
export class WashRecordRequest {
  @Word(2, 10, 'AU')
  jurisdiction!: string;

  @Word(1, 64, 'dncr')
  registry_type!: string;

  @OptionalWord('Keystone Wash Pty Ltd')
  vendor?: string | null;

  @OptionalWord('telemarketing-2017')
  ruleset_id?: string | null;

  @OptionalWord('ACMA-2026-11-20-0001')
  transaction_id?: string | null;

  @OptionalWord('wash-2026-11-20.csv')
  wash_file_name?: string | null;

  @OptionalWord('R-20481')
  receipt_reference?: string | null;

  @Word(1, 64, 'web_upload')
  wash_channel!: string;

  @Count(1200)
  numbers_submitted!: number;

  @Count(31)
  numbers_on_register!: number;

  @Count(1165)
  numbers_not_on_register!: number;

  @Count(4)
  numbers_invalid!: number;

  @Count(1200)
  credits_charged!: number;

  @UnlessNull()
  @WholeCount()
  @ApiPropertyOptional({ type: 'integer', nullable: true, minimum: 0, maximum: MAX_INTEGER, example: 8800 })
  credits_remaining?: number | null;

  @Instant('When the numbers were held against the register.', '2026-11-20T02:00:00Z')
  washed_at_utc!: string;

  @Instant('Until when the register vouches for it; after washed_at_utc.', '2026-12-20T02:00:00Z')
  valid_until_utc!: string;
}
