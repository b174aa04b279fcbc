import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { ClientChoice } from '../../../core/http/client-choice.request.js';
import { WholeNumber } from '../../../core/http/whole-number.js';

const MAX_PAGE_SIZE = 100;

/** The page of a list of a project (requests 7.1). */
export class PageRequest extends ClientChoice {
  @ApiPropertyOptional({ type: 'integer', minimum: 1, default: 1 })
  @IsOptional()
  @WholeNumber()
  @Min(1)
  @IsInt()
  page = 1;

  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: MAX_PAGE_SIZE, default: 20 })
  @IsOptional()
  @WholeNumber()
  @Min(1)
  @Max(MAX_PAGE_SIZE)
  @IsInt()
  page_size = 20;
}
