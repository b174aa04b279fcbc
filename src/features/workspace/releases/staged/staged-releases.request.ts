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
import { E164_PATTERN } from '../../../../core/privacy/masking.policy.js';
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
  @Matches(E164_PATTERN, { each: true, message: 'each must be a number in E.164, such as +61255501234' })
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
const NO_NUMBER = { message: 'must be a number in E.164, such as +61255501234, or null' };
const CALL_ID = '^[A-Za-z0-9._:-]{1,128}$';

/** Body of POST /internal/v1/projects/{project_id}/configuration/choose. */
export class VersionChoiceRequest {
  @OptionalField('Null or left out where it is withheld.', { ...number })
  @IsOptional()
  @Matches(E164_PATTERN, NO_NUMBER)
  caller_number?: string | null;

  @ApiPropertyOptional(number)
  @IsOptional()
  @Matches(E164_PATTERN, NO_NUMBER)
  called_number?: string | null;

  @Field('As the call is reported.', { pattern: CALL_ID, example: 'call-7f3a' })
  @Matches(new RegExp(CALL_ID), {
    message: 'must be 1 to 128 of A-Z, a-z, 0-9, dots, underscores, colons and hyphens',
  })
  @IsDefined()
  call_id!: string;
}
