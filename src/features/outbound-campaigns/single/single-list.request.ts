import { ApiPropertyOptional } from '@nestjs/swagger';
import { ClientChoice } from '../../../core/http/client-choice.request.js';
import { IfSent } from '../../../core/http/if-sent.js';
import { IsIdentifier } from '../../../core/http/is-identifier.js';
import { OneOf } from '../../../core/http/known-value.js';
import { GoesOnAt, PageSize } from '../../../core/http/page-fields.js';
import { SINGLE_STATUSES, type SingleStatus } from './single-dispatch.response.js';

const DEFAULT_PAGE_SIZE = 50;
const MAX_PAGE_SIZE = 200;

/** Query of GET /v1/dispatches (dispatch 7.10). */
export class SingleListRequest extends ClientChoice {
  @PageSize(MAX_PAGE_SIZE, DEFAULT_PAGE_SIZE)
  page_size: number = DEFAULT_PAGE_SIZE;

  @GoesOnAt('next_cursor')
  cursor?: string;

  @ApiPropertyOptional()
  @IfSent()
  @IsIdentifier()
  project_id?: string;

  @ApiPropertyOptional({ enum: SINGLE_STATUSES })
  @IfSent()
  @OneOf(SINGLE_STATUSES)
  status?: SingleStatus;
}
