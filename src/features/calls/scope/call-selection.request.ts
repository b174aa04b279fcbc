import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsDefined, IsOptional, IsString } from 'class-validator';
import { ClientChoice } from '../../../core/http/client-choice.request.js';
import { IsIdentifier } from '../../../core/http/is-identifier.js';
import { CALL_STATUSES, CHANNELS, DIRECTIONS, OUTCOME_IDS } from '../rules/call-vocabulary.js';
import { WIRE_SENTIMENTS } from '../rules/sentiment.policy.js';
import type { CallFilterQuery } from './call-filter.policy.js';

const DATE_HELP =
  'A date (a whole day in `timezone`) or an ISO 8601 instant; inclusive. A range may cover at most 400 days.';

/** What every analytics route may narrow a selection by. */
class SelectionOptions extends ClientChoice {
  @ApiPropertyOptional({ description: 'One solution.' })
  @IsOptional()
  @IsIdentifier()
  solution_id?: string;

  @ApiPropertyOptional({
    description: 'IANA zone in which dates are days. Default: UTC.',
    example: 'Australia/Sydney',
  })
  @IsOptional()
  @IsString()
  timezone?: string;
}

/** One project and one stated range, with nothing that could narrow it down to a few people. */
export class ProjectRangeSelection extends SelectionOptions {
  @ApiProperty({ description: 'The project.', example: 'acme-dental-front-desk-k3vq72' })
  @IsDefined()
  @IsIdentifier()
  project_id!: string;

  @ApiProperty({ description: DATE_HELP, example: '2026-10-01' })
  @IsDefined()
  @IsString()
  start_date!: string;

  @ApiProperty({ description: DATE_HELP, example: '2026-10-31' })
  @IsDefined()
  @IsString()
  end_date!: string;
}

/**
 * The filters that list and analytics share, so that the same filter gives the same total everywhere. Values
 * are read by `readCallFilter`, which answers 400 validation_failed for unknown ones.
 */
class FilterOptions extends SelectionOptions implements CallFilterQuery {
  @ApiPropertyOptional({ enum: CALL_STATUSES, description: 'Calls of one status.' })
  @IsOptional()
  @IsString()
  status?: string;

  @ApiPropertyOptional({ enum: OUTCOME_IDS, description: 'Calls of one primary outcome.' })
  @IsOptional()
  @IsString()
  primary_outcome?: string;

  @ApiPropertyOptional({ enum: WIRE_SENTIMENTS, description: 'Calls of one sentiment.' })
  @IsOptional()
  @IsString()
  sentiment?: string;

  @ApiPropertyOptional({ enum: DIRECTIONS })
  @IsOptional()
  @IsString()
  direction?: string;

  @ApiPropertyOptional({ enum: CHANNELS })
  @IsOptional()
  @IsString()
  channel?: string;

  @ApiPropertyOptional({ description: 'The name of the agent, letter by letter.', example: 'Ava' })
  @IsOptional()
  @IsString()
  agent?: string;

  @ApiPropertyOptional({
    description:
      'A number in E.164, or its masked form as rows show it. Only who may see raw numbers is answered by the ' +
      'number; for all others a number stands for its masked form.',
    example: '+61 *** *** 123',
  })
  @IsOptional()
  @IsString()
  caller?: string;

  @ApiPropertyOptional({ description: 'Calls of one campaign.' })
  @IsOptional()
  @IsString()
  campaign_id?: string;

  @ApiPropertyOptional({
    type: Number,
    minimum: 0,
    description: 'Seconds; calls without a duration are left out.',
  })
  @IsOptional()
  @IsString()
  min_duration_seconds?: string;

  @ApiPropertyOptional({
    type: Number,
    minimum: 0,
    description: 'Seconds; calls without a duration are left out.',
  })
  @IsOptional()
  @IsString()
  max_duration_seconds?: string;

  @ApiPropertyOptional({ type: Boolean, description: 'Calls that were, or were not, passed on to a person.' })
  @IsOptional()
  @IsString()
  human_escalation?: string;

  @ApiPropertyOptional({ description: 'The beginning of a call_id.', example: 'room-2026' })
  @IsOptional()
  @IsString()
  search?: string;
}

/** The calls an analytics route answers about; every part may be left out. */
export class CallSelection extends FilterOptions {
  @ApiPropertyOptional({
    description: `${DATE_HELP} Default: 30 days before the end.`,
    example: '2026-10-01',
  })
  @IsOptional()
  @IsString()
  start_date?: string;

  @ApiPropertyOptional({ description: `${DATE_HELP} Default: now.`, example: '2026-10-31' })
  @IsOptional()
  @IsString()
  end_date?: string;

  @ApiPropertyOptional({ description: 'One project; without it every project the caller sees.' })
  @IsOptional()
  @IsIdentifier()
  project_id?: string;
}

/** The same for the routes that answer about one project and one stated range. */
export class ProjectCallSelection extends FilterOptions {
  @ApiProperty({ description: 'The project.', example: 'acme-dental-front-desk-k3vq72' })
  @IsDefined()
  @IsIdentifier()
  project_id!: string;

  @ApiProperty({ description: DATE_HELP, example: '2026-10-01' })
  @IsDefined()
  @IsString()
  start_date!: string;

  @ApiProperty({ description: DATE_HELP, example: '2026-10-31' })
  @IsDefined()
  @IsString()
  end_date!: string;
}
