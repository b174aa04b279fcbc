import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsString, IsUUID } from 'class-validator';
import { Field, OptionalField } from '../../../core/http/field.decorators.js';
import { ClientChoice } from '../../../core/http/client-choice.request.js';
import { IfSent } from '../../../core/http/if-sent.js';
import { IsIdentifier } from '../../../core/http/is-identifier.js';
import { OneOf } from '../../../core/http/known-value.js';
import { GoesOnAt, PageSize } from '../../../core/http/page-fields.js';
import { DELIVERY_STATUSES, EVENT_TYPES } from '../rules/vocabulary.js';

const DEFAULT_PAGE_SIZE = 50;
const MAX_PAGE_SIZE = 100;

/** Query of GET /v1/partner/webhooks/deliveries. */
export class DeliveryHistoryQuery extends ClientChoice {
  @OptionalField('Of one project alone.', { example: 'acme-dental-front-desk-k3vq72' })
  @IfSent()
  @IsIdentifier()
  project_id?: string;

  @OptionalField('Of one webhook alone, also one that was deleted.', { format: 'uuid' })
  @IfSent()
  @IsUUID('loose', { message: 'must be a webhook_id' })
  webhook_id?: string;

  @ApiPropertyOptional({ enum: DELIVERY_STATUSES })
  @IfSent()
  @OneOf(DELIVERY_STATUSES)
  status?: string;

  @ApiPropertyOptional({ enum: EVENT_TYPES })
  @IfSent()
  @OneOf(EVENT_TYPES)
  event_type?: string;

  @PageSize(MAX_PAGE_SIZE, DEFAULT_PAGE_SIZE)
  page_size: number = DEFAULT_PAGE_SIZE;

  @GoesOnAt('next_cursor')
  cursor?: string;
}

/** The path of a route about one delivery. An id that none can have is one that is not there: 404. */
export class DeliveryParams {
  @Field('The delivery: a delivery_id of the history.', { format: 'uuid' })
  @IsString()
  delivery_id!: string;
}
