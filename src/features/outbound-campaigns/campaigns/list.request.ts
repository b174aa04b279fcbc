import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString } from 'class-validator';
import { OptionalField } from '../../../core/http/field.decorators.js';
import { ClientChoice } from '../../../core/http/client-choice.request.js';
import { IfSent } from '../../../core/http/if-sent.js';
import { IsIdentifier } from '../../../core/http/is-identifier.js';
import { IsText } from '../../../core/http/is-text.js';
import { OneOf, OneOfOr } from '../../../core/http/known-value.js';
import { PageNumber, PageSize } from '../../../core/http/page-fields.js';
import { CALL_TYPES, CAMPAIGN_STATUSES, type CallType, type CampaignStatus } from '../rules/statuses.js';
import { SORT_KEYS, SORT_ORDERS, type SortKey, type SortOrder } from './list-order.policy.js';

const DEFAULT_PAGE_SIZE = 20;
/** The contract's (campaigns 2.7), as are the other limits here. */
const MAX_PAGE_SIZE = 100;
const MAX_SEARCH = 120;

/** Query of GET /v1/outbound-campaigns. */
export class CampaignListRequest extends ClientChoice {
  @PageNumber()
  page: number = 1;

  @PageSize(MAX_PAGE_SIZE, DEFAULT_PAGE_SIZE)
  page_size: number = DEFAULT_PAGE_SIZE;

  @OptionalField('Anything else counts as the default. Names regardless of case; equal campaigns go by id.', {
    enum: SORT_KEYS,
    default: 'updated_at_utc',
  })
  @OneOfOr(SORT_KEYS, 'updated_at_utc')
  @IsString()
  sort_by: SortKey = 'updated_at_utc';

  @OptionalField('Anything but asc counts as desc.', { enum: SORT_ORDERS, default: 'desc' })
  @OneOfOr(SORT_ORDERS, 'desc')
  @IsString()
  sort_order: SortOrder = 'desc';

  @OptionalField('Campaigns of this project; 404 where you do not see it.')
  @IsOptional()
  @IsIdentifier()
  project_id?: string;

  @ApiPropertyOptional({ enum: CAMPAIGN_STATUSES })
  @IfSent()
  @OneOf(CAMPAIGN_STATUSES)
  status?: CampaignStatus;

  @ApiPropertyOptional({ enum: CALL_TYPES })
  @IfSent()
  @OneOf(CALL_TYPES)
  campaign_call_type?: CallType;

  @OptionalField('Part of the name, regardless of case.', { maxLength: MAX_SEARCH })
  @IfSent()
  @IsText(0, MAX_SEARCH)
  search?: string;
}
