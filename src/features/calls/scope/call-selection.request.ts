import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsDefined, IsOptional, IsString } from 'class-validator';
import { ClientChoice } from '../../../core/http/client-choice.request.js';
import { IsIdentifier } from '../../../core/http/is-identifier.js';

const DATE_HELP =
  'A date (a whole day in `timezone`) or an ISO 8601 instant; inclusive. A range may cover at most 400 days.';

/** What the analytics routes select calls by; every part may be left out. */
export class CallSelection extends ClientChoice {
  @ApiPropertyOptional({ description: `${DATE_HELP} Default: 30 days before the end.`, example: '2026-10-01' })
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

/** The same for the routes that answer about one project and one stated range. */
export class ProjectCallSelection extends CallSelection {
  @ApiProperty({ description: 'The project.' })
  @IsDefined()
  @IsIdentifier()
  declare project_id: string;

  @ApiProperty({ description: DATE_HELP, example: '2026-10-01' })
  @IsDefined()
  @IsString()
  declare start_date: string;

  @ApiProperty({ description: DATE_HELP, example: '2026-10-31' })
  @IsDefined()
  @IsString()
  declare end_date: string;
}
