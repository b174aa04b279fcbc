import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsDefined, IsOptional, IsString } from 'class-validator';
import { ClientChoice } from '../../../core/http/client-choice.request.js';
import { IsIdentifier } from '../../../core/http/is-identifier.js';

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

/** The calls an analytics route answers about; every part may be left out. */
export class CallSelection extends SelectionOptions {
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
export class ProjectCallSelection extends SelectionOptions {
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
