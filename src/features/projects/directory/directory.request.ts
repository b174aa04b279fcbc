import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsInt, IsOptional, IsString, Max, Min } from 'class-validator';
import { OptionalField } from '../../../core/http/field.decorators.js';
import { DATA_ENVS } from '../../../core/kernel/auth-context.js';
import { ClientChoice } from '../../../core/http/client-choice.request.js';
import { WholeNumber } from '../../../core/http/whole-number.js';
import { PROJECT_SORT_KEYS, SORT_ORDERS } from './directory.policy.js';

/** projects 1.3 */
const MAX_PAGE_SIZE = 100;

/**
 * Query of GET /v1/projects. The class holds the types; `readProjectListing` answers 400 validation_failed for unknown
 * words, because another environment in `data_env` is 404 before that (access 7.1, projects 1.3).
 */
export class ProjectListRequest extends ClientChoice {
  @OptionalField('With true archived projects too.', { type: Boolean, default: false })
  @IsOptional()
  @IsString()
  include_inactive?: string;

  @OptionalField('The same.', { type: Boolean, default: false })
  @IsOptional()
  @IsString()
  include_archived?: string;

  @OptionalField('The environment of the credentials, which is the default; another one is 404.', {
    enum: DATA_ENVS,
  })
  @IsOptional()
  @IsString()
  data_env?: string;

  @OptionalField('Names regardless of case. Equal projects go by project_id, in the same direction.', {
    enum: PROJECT_SORT_KEYS,
    default: 'created_at_utc',
  })
  @IsOptional()
  @IsString()
  sort_by?: string;

  @ApiPropertyOptional({ enum: SORT_ORDERS, default: 'desc' })
  @IsOptional()
  @IsString()
  sort_order?: string;

  @ApiPropertyOptional({ type: 'integer', minimum: 1, default: 1 })
  @IsOptional()
  @WholeNumber()
  @Min(1)
  // Last in the list is asked first, and the first complaint is the one that is answered.
  @IsInt()
  page?: number;

  @OptionalField('A legacy list has pages only where this or `page` is sent.', {
    type: 'integer',
    minimum: 1,
    maximum: MAX_PAGE_SIZE,
    default: 20,
  })
  @IsOptional()
  @WholeNumber()
  @Min(1)
  @Max(MAX_PAGE_SIZE)
  @IsInt()
  page_size?: number;
}
