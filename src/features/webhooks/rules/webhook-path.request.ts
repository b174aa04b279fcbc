import { IdentifierField, StringField } from '../../../core/http/fields/field-kinds.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';

export class WebhookQuery extends ClientChoice {
  @IdentifierField({
    description: 'The project of the webhook. Any other is 404.',
    example: 'acme-dental-front-desk-k3vq72',
  })
  project_id!: string;
}

/** The path of a route about one webhook. A malformed id is answered like an unknown one: 404. */
export class WebhookParams {
  @StringField({ description: 'The webhook_id of the webhook, from the list.', format: 'uuid' })
  webhook_id!: string;
}
