import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsDefined, IsOptional, IsString } from 'class-validator';
import { OptionalField } from '../../../core/http/field.decorators.js';
import { ClientChoice } from '../../../core/http/client-choice.request.js';
import { IsIdentifier } from '../../../core/http/is-identifier.js';
import { KnownValue, OneOf } from '../../../core/http/known-value.js';
import { readPhoneNumber } from '../../../core/privacy/phone-number.policy.js';
import { CALL_STATUSES, CHANNELS, DIRECTIONS, OUTCOME_IDS } from '../rules/call-vocabulary.js';
import type { CallStatus, Channel, Direction, OutcomeId } from '../rules/call-vocabulary.js';
import { WIRE_SENTIMENTS, type WireSentiment } from '../rules/sentiment.policy.js';

const DATE_HELP =
  'A date (a whole day in `timezone`) or an ISO 8601 instant; inclusive. A range may cover at most 400 days.';

const ThisProject = (): PropertyDecorator =>
  applyDecorators(
    ...[IsIdentifier(), IsDefined()],
    ApiProperty({ description: 'The project.', example: 'acme-dental-front-desk-k3vq72' }),
  );

const StatedDate = (example: string): PropertyDecorator =>
  applyDecorators(IsString(), IsDefined(), ApiProperty({ description: DATE_HELP, example }));

const OpenDate = (unless: string, example: string): PropertyDecorator =>
  applyDecorators(
    ...[IsString(), IsOptional()],
    ApiPropertyOptional({ description: `${DATE_HELP} Default: ${unless}.`, example }),
  );

/** A filter by one of some words. */
const Choice = (words: readonly string[], description?: string): PropertyDecorator =>
  applyDecorators(
    // The first in this list is asked first: what is no text is malformed, and no unknown word.
    ...[IsString(), OneOf(words), IsOptional()],
    ApiPropertyOptional({ enum: words, ...(description !== undefined && { description }) }),
  );

/** A filter by a text that must match. */
const Text = (pattern: RegExp, message: string, api: ApiPropertyOptions): PropertyDecorator =>
  applyDecorators(
    ...[IsString(), KnownValue((value) => pattern.test(value), message), IsOptional()],
    ApiPropertyOptional(api),
  );

// Names and ids in rows are shorter, so what is longer matches nothing.
const MAX_TEXT = 256;
const NAME = new RegExp(`^\\P{Cc}{1,${MAX_TEXT}}$`, 'u');
const NAME_HELP = `must be 1 to ${MAX_TEXT} characters without control characters`;
const CALL_ID_PREFIX = /^[A-Za-z0-9._:-]{1,128}$/;
const SECONDS = /^\d{1,9}(\.\d{1,6})?$/;
const SECONDS_HELP = 'must be seconds from 0 on, of at most 9 digits, and 6 behind a point';
const SECONDS_API = {
  type: Number,
  minimum: 0,
  description: 'Seconds; calls without a duration are left out.',
} as const;
/** As `maskPhone` writes it, with or without a country code; nothing else can stand in a row. */
const MASKED = /^(\+\d{1,3} )?\*\*\* \*\*\* \d{1,3}$|^\*\*\*$/;

/** What every analytics route may narrow its calls by. */
class RangeOptions extends ClientChoice {
  @OptionalField('One solution.')
  @IsOptional()
  @IsIdentifier()
  solution_id?: string;

  @OptionalField('IANA zone in which dates are days. Default: UTC.', { example: 'Australia/Sydney' })
  @IsOptional()
  @IsString()
  timezone?: string;
}

/** One project and one stated range, with nothing that could narrow it down to a few people (calls 12.2). */
export class ProjectRangeRequest extends RangeOptions {
  @ThisProject()
  project_id!: string;

  @StatedDate('2026-10-01')
  start_date!: string;

  @StatedDate('2026-10-31')
  end_date!: string;
}

/**
 * The filters that list and analytics share, so that the same filter gives the same total everywhere (calls section
 * 4). A value that nothing can match is 400 validation_failed.
 */
class FilterOptions extends RangeOptions {
  @Choice(CALL_STATUSES, 'Calls of one status.')
  status?: CallStatus;

  @Choice(OUTCOME_IDS, 'Calls of one primary outcome.')
  primary_outcome?: OutcomeId;

  @Choice(WIRE_SENTIMENTS, 'Calls of one sentiment.')
  sentiment?: WireSentiment;

  @Choice(DIRECTIONS)
  direction?: Direction;

  @Choice(CHANNELS)
  channel?: Channel;

  @Text(NAME, NAME_HELP, {
    description: 'The name of the agent, letter by letter; how accents are composed does not matter.',
    example: 'Ava',
  })
  agent?: string;

  @OptionalField(
    'A number in E.164, or its masked form as rows show it. Only who may see raw numbers is answered by the ' +
      'number; for all others a number stands for its masked form.',
    { example: '+61 *** *** 123' },
  )
  // A plus sign that the sender forgot to escape in a query string arrives as a blank.
  @Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' ? value.replace(/^ (?=\d)/, '+') : value,
  )
  @IsOptional()
  @KnownValue(
    (value) => readPhoneNumber(value) !== null || MASKED.test(value),
    'must be a number in E.164, such as +61491570006, or a masked number as rows show it',
  )
  @IsString()
  caller?: string;

  @Text(NAME, NAME_HELP, { description: 'Calls of one campaign.' })
  campaign_id?: string;

  @KnownValue<FilterOptions>(
    (value, { max_duration_seconds: max = 'Infinity' }) => !(Number(value) > Number(max)),
    'must not be more than max_duration_seconds',
  )
  @Text(SECONDS, SECONDS_HELP, SECONDS_API)
  min_duration_seconds?: string;

  @Text(SECONDS, SECONDS_HELP, SECONDS_API)
  max_duration_seconds?: string;

  @IsOptional()
  @OneOf(['true', 'false'])
  @IsString()
  @OptionalField('Calls that were, or were not, passed on to a person.', { type: Boolean })
  human_escalation?: 'true' | 'false';

  @Text(CALL_ID_PREFIX, 'must be the beginning of a call_id', {
    description: 'The beginning of a call_id.',
    example: 'room-2026',
  })
  search?: string;
}

/** The calls an analytics route answers about; every part may be left out. */
export class CallFilterRequest extends FilterOptions {
  @OpenDate('30 days before the end', '2026-10-01')
  start_date?: string;

  @OpenDate('now', '2026-10-31')
  end_date?: string;

  @OptionalField('One project; without it every project the caller sees.')
  @IsOptional()
  @IsIdentifier()
  project_id?: string;
}

/** The same for the routes that answer about one project and one stated range. */
export class ProjectCallFilterRequest extends FilterOptions {
  @ThisProject()
  project_id!: string;

  @StatedDate('2026-10-01')
  start_date!: string;

  @StatedDate('2026-10-31')
  end_date!: string;
}
