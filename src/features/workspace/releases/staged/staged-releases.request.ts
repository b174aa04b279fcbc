import { ApiPropertyOptional } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsDefined,
  IsInt,
  IsOptional,
  Matches,
  Max,
  Min,
} from 'class-validator';
import { Field, OptionalField } from '../../../../core/http/field.decorators.js';
import { IfSent } from '../../../../core/http/if-sent.js';
import { IsPhoneNumber } from '../../../../core/http/is-phone-number.js';
import { E164_PATTERN, NO_PHONE_NUMBER } from '../../../../core/privacy/phone-number.policy.js';
import { PublishRequest } from '../releases.request.js';

// A pilot is a few lines and the telephones of those who try it; each is compared for every call.
const MAX_NUMBERS = 100;

/** The largest number a version may have: that of its column. */
const MAX_VERSION = 2_147_483_647;

/** Body of POST /v1/projects/{project_id}/staged-release: percent or numbers. */
export class StartStagedReleaseRequest extends PublishRequest {
  @OptionalField('The share of callers whose calls run the new version.', {
    type: 'integer',
    minimum: 1,
    maximum: 99,
    example: 10,
  })
  @IfSent()
  @Min(1)
  @Max(99)
  @IsInt()
  percent?: number;

  @OptionalField('In place of percent, strict E.164: calls from or to one of them run the new version.', {
    type: [String],
    minItems: 1,
    maxItems: MAX_NUMBERS,
  })
  @IfSent()
  @IsPhoneNumber({ each: true, message: `each ${NO_PHONE_NUMBER}` })
  @ArrayUnique({ message: 'must not name a number twice' })
  @ArrayMaxSize(MAX_NUMBERS)
  @ArrayMinSize(1)
  @IsArray()
  numbers?: string[];
}

/** Body of POST /v1/projects/{project_id}/staged-release/finish and /take-back. */
export class EndStagedReleaseRequest {
  @Field('The version that is staged: another one is 409.', {
    type: 'integer',
    minimum: 1,
    maximum: MAX_VERSION,
    example: 4,
  })
  @Min(1)
  @Max(MAX_VERSION)
  @IsInt()
  // Last in the list is asked first, and the first complaint is the one that is answered.
  @IsDefined()
  version_number!: number;
}

const number = {
  type: String,
  pattern: E164_PATTERN.source,
  nullable: true,
  example: '+61255501234',
} as const;
const CALL_ID = '^[A-Za-z0-9._:-]{1,128}$';

/** Body of POST /internal/v1/projects/{project_id}/configuration/choose. */
export class VersionChoiceRequest {
  @OptionalField('Null or left out where it is withheld.', { ...number })
  @IsOptional()
  @IsPhoneNumber({ message: `${NO_PHONE_NUMBER}, or null` })
  caller_number?: string | null;

  @ApiPropertyOptional(number)
  @IsOptional()
  @IsPhoneNumber({ message: `${NO_PHONE_NUMBER}, or null` })
  called_number?: string | null;

  @Field('As the call is reported.', { pattern: CALL_ID, example: 'call-7f3a' })
  @Matches(new RegExp(CALL_ID), {
    message: 'must be 1 to 128 of A-Z, a-z, 0-9, dots, underscores, colons and hyphens',
  })
  @IsDefined()
  call_id!: string;
}
