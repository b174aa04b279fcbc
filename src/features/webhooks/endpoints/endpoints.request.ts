import { isText } from '../../../core/http/fields/field-rules.js';
import {
  EnumField,
  IdentifierField,
  IntegerField,
  EnumListField,
} from '../../../core/http/fields/field-kinds.js';
import { RequestField, type FieldOptions } from '../../../core/http/fields/request-field.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { WEBHOOK_NUMBERS, type NumberName } from '../rules/webhook-numbers.js';
import { EVENT_TYPES, TRANSCRIPT_MODES, type EventType, type TranscriptMode } from '../rules/vocabulary.js';

// The length that servers and proxies commonly accept in a request line, with space for parameters.
const MAX_URL = 2048;

/** A week: enough time to configure a new secret at the receiver. */
const MAX_OVERLAP_SECONDS = 604_800;

export class ListWebhooksQuery extends ClientChoice {
  @IdentifierField({
    description: 'The project of the webhooks.',
    example: 'acme-dental-front-desk-k3vq72',
  })
  project_id!: string;
}

const NumberField = (name: NumberName): PropertyDecorator => {
  const { least, most, default: otherwise, description } = WEBHOOK_NUMBERS[name];
  return IntegerField(least, most, {
    description: `${description} A new webhook has ${otherwise} unless it says otherwise.`,
    optional: true,
  });
};

/**
 * The fields of both bodies (webhooks 2.2). An omitted field has a default in one and keeps its
 * value in the other, so the descriptions state it.
 */
class WebhookFields {
  @EnumField(TRANSCRIPT_MODES, {
    description: 'Default for a new webhook: none.',
    example: 'redacted',
    optional: true,
  })
  transcript_to_send?: TranscriptMode;

  @NumberField('timeout_seconds')
  timeout_seconds?: number;

  @NumberField('retry_attempts')
  retry_attempts?: number;

  @NumberField('retry_backoff_seconds')
  retry_backoff_seconds?: number;

  @RequestField(
    [isText(1, 128)],
    { type: String },
    {
      description: 'The guard, if it is not in If-Match: the revision_hash that you read.',
      example: 'r3-9f0c1f5d2b7a4e68',
      optional: true,
    },
  )
  revision_hash?: string;
}

const UrlField = (options: FieldOptions): PropertyDecorator =>
  RequestField(
    [isText(1, MAX_URL)],
    { type: String, maxLength: MAX_URL },
    {
      description:
        'https, without credentials, at an allowed port, and leading only to public addresses. Checked ' +
        'now and at each delivery.',
      ...options,
    },
  );

export class CreateWebhookRequest extends WebhookFields {
  @IdentifierField({ example: 'acme-dental-front-desk-k3vq72' })
  project_id!: string;

  @UrlField({ example: 'https://hooks.example.com/calls' })
  endpoint_url!: string;

  @EnumListField(EVENT_TYPES, { min: 1 }, { example: ['call_ended'] })
  event_types!: EventType[];
}

/** Body of PATCH /v1/partner/webhooks/{webhook_id}: omitted fields keep their values. */
export class ChangeWebhookRequest extends WebhookFields {
  @UrlField({ optional: true })
  endpoint_url?: string;

  @EnumListField(EVENT_TYPES, { min: 1 }, { optional: true })
  event_types?: EventType[];

  @EnumField(['active', 'disabled'], {
    description:
      '`disabled` switches it off; `active` switches it on again, also if failures have switched it off.',
    optional: true,
  })
  status?: 'active' | 'disabled';
}

/** Body of POST /v1/partner/webhooks/{webhook_id}/rotate-secret; it is optional. */
export class RotateWebhookSecretRequest {
  @IntegerField(0, MAX_OVERLAP_SECONDS, {
    description:
      'For this many seconds, deliveries are signed with the old secret as well; 0 ends it immediately.',
    default: 0,
    example: 86_400,
    optional: true,
  })
  previous_secret_valid_seconds: number = 0;
}
