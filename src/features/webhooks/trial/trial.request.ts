import { IsIn } from 'class-validator';
import { OptionalField } from '../../../core/http/field.decorators.js';
import { IfSent } from '../../../core/http/if-sent.js';
import { EVENT_TYPES, type EventType } from '../rules/vocabulary.js';

/** Body of POST /v1/partner/webhooks/{webhook_id}/test; it may be left out. */
export class TestWebhookRequest {
  @OptionalField(
    'The event that the example is of, also one that the webhook does not name. Default: the first it names.',
    { enum: EVENT_TYPES },
  )
  @IfSent()
  @IsIn(EVENT_TYPES, { message: `must be one of ${EVENT_TYPES.join(', ')}` })
  event_type?: EventType;
}
