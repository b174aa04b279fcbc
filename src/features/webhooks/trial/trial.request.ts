import { EnumField } from '../../../core/http/fields/field-kinds.js';
import { EVENT_TYPES, type EventType } from '../rules/vocabulary.js';

/** Body of POST /v1/partner/webhooks/{webhook_id}/test; it is optional. */
export class TestWebhookRequest {
  @EnumField(EVENT_TYPES, {
    description:
      'The event of the example, even one that the webhook does not name. Default: the first that it names.',
    optional: true,
  })
  event_type?: EventType;
}
