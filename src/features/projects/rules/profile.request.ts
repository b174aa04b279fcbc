import { ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayUnique, IsArray, IsOptional, Matches } from 'class-validator';
import { OptionalField } from '../../../core/http/field.decorators.js';
import { IfSent } from '../../../core/http/if-sent.js';
import { IsText } from '../../../core/http/is-text.js';
import { PROFILE_TEXTS, type ProfileChange } from './profile.policy.js';

const MAX_TAGS = 20;
const MAX_TAG = 40;

// The shape of BCP 47; what is registered there changes with the years.
const LANGUAGE = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$/;

/** What a project says of itself, to people: nothing in it has an effect on calls. */
export class ProjectProfileRequest implements ProfileChange {
  @OptionalField(
    `At most ${MAX_TAGS}, of 1 to ${MAX_TAG} characters each. Sent tags take the place of all the old ones.`,
    { type: [String], maxItems: MAX_TAGS, uniqueItems: true, example: ['reception', 'pilot'] },
  )
  @IfSent()
  @ArrayUnique({ message: 'must not hold a tag twice' })
  @IsText(1, MAX_TAG, { each: true })
  @ArrayMaxSize(MAX_TAGS, { message: `must hold at most ${MAX_TAGS} tags` })
  // Last in the list is asked first, and the first complaint is the one that is answered.
  @IsArray()
  tags?: string[];

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    maxLength: PROFILE_TEXTS.industry,
    example: 'Dental care',
  })
  @IsOptional()
  @IsText(1, PROFILE_TEXTS.industry)
  industry?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    maxLength: PROFILE_TEXTS.use_case,
    example: 'Reception and bookings',
  })
  @IsOptional()
  @IsText(1, PROFILE_TEXTS.use_case)
  use_case?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    maxLength: PROFILE_TEXTS.description,
    example: 'Answers the front desk while everybody is with a patient.',
  })
  @IsOptional()
  @IsText(1, PROFILE_TEXTS.description, { lines: true })
  description?: string | null;

  @OptionalField('The language most callers speak, as a BCP 47 tag.', {
    type: String,
    nullable: true,
    maxLength: PROFILE_TEXTS.language,
    example: 'en-AU',
  })
  @IsOptional()
  @Matches(LANGUAGE, { message: 'must be a language tag, such as en-AU' })
  @IsText(2, PROFILE_TEXTS.language)
  language?: string | null;
}
