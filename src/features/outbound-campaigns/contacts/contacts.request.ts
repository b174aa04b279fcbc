import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsString } from 'class-validator';
import { OptionalField } from '../../../core/http/field.decorators.js';
import { ClientChoice } from '../../../core/http/client-choice.request.js';
import { IfSent } from '../../../core/http/if-sent.js';
import { IsText } from '../../../core/http/is-text.js';
import { OneOf, OneOfOr } from '../../../core/http/known-value.js';
import { PageNumber, PageSize } from '../../../core/http/page-fields.js';
import { CONTACT_STATUSES, DISPOSITIONS, NOT_CALLABLE_REASONS } from '../rules/statuses.js';
import type { ContactStatus, Disposition, NotCallableReason } from '../rules/statuses.js';
import { CONTACT_SORT_KEYS, type ContactSortKey } from './contact-filter.policy.js';

const DEFAULT_PAGE_SIZE = 50;
/** The contract's (campaigns 3.6). */
const MAX_PAGE_SIZE = 200;

const boolean = { enum: ['true', 'false'] } as const;
const OneBoolean = (): PropertyDecorator => OneOf(boolean.enum, 'must be true or false');

/** Query of GET /v1/outbound-campaigns/{campaign_id}/contacts (campaigns 3.6, 3.7). */
export class ContactListRequest extends ClientChoice {
  @PageNumber()
  page: number = 1;

  @PageSize(MAX_PAGE_SIZE, DEFAULT_PAGE_SIZE)
  page_size: number = DEFAULT_PAGE_SIZE;

  @OptionalField('Anything else counts as the default. Equal ones go by contact_id.', {
    enum: CONTACT_SORT_KEYS,
    default: 'created_at_utc',
  })
  @OneOfOr(CONTACT_SORT_KEYS, 'created_at_utc')
  @IsString()
  sort_by: ContactSortKey = 'created_at_utc';

  @OptionalField('Anything but asc counts as desc.', { enum: ['asc', 'desc'], default: 'asc' })
  @OneOfOr(['asc', 'desc'], 'desc')
  @IsString()
  sort_order: 'asc' | 'desc' = 'asc';

  @ApiPropertyOptional({ enum: CONTACT_STATUSES })
  @IfSent()
  @OneOf(CONTACT_STATUSES)
  status?: ContactStatus;

  @OptionalField('How the last attempt ended.', { enum: DISPOSITIONS })
  @IfSent()
  @OneOf(DISPOSITIONS)
  disposition?: Disposition;

  @ApiPropertyOptional(boolean)
  @IfSent()
  @OneBoolean()
  callable?: 'true' | 'false';

  @OptionalField('Why they are not callable.', { enum: NOT_CALLABLE_REASONS })
  @IfSent()
  @OneOf(NOT_CALLABLE_REASONS)
  validation_code?: NotCallableReason;

  @OptionalField('With true those whose next attempt is due; false is as if it were left out.', {
    ...boolean,
  })
  @IfSent()
  @OneBoolean()
  retry_due?: 'true' | 'false';

  @OptionalField('Exactly this one.', { minLength: 1, maxLength: 128 })
  @IfSent()
  @IsText(1, 128)
  external_contact_id?: string;
}
