import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMinSize, ArrayUnique, IsArray, IsDefined, IsIn } from 'class-validator';
import { Field, OptionalField } from '../../../core/http/field.decorators.js';
import { ClientChoice } from '../../../core/http/client-choice.request.js';
import { IfSent } from '../../../core/http/if-sent.js';
import { IsIdentifier } from '../../../core/http/is-identifier.js';
import { IsText } from '../../../core/http/is-text.js';
import { IsWholeNumber } from '../../../core/http/is-whole-number.js';
import { EVENT_TYPES, TRANSCRIPT_MODES, type EventType, type TranscriptMode } from '../rules/vocabulary.js';

// What servers and proxies commonly take in a request line, and then some for parameters.
const MAX_URL = 2048;

/** A week: as long as a receiver may take to be given a new secret. */
const MAX_OVERLAP_SECONDS = 604_800;

const oneOf = (words: readonly string[]) => ({ message: `must be one of ${words.join(', ')}` });

/** Query of GET /v1/partner/webhooks. */
export class ListWebhooksQuery extends ClientChoice {
  @Field('The project whose webhooks are meant.', { example: 'acme-dental-front-desk-k3vq72' })
  @IsIdentifier()
  @IsDefined()
  project_id!: string;
}

/** What both bodies may hold (webhooks 2.2). What is left out has a default in the one and stays in the other, so words say it. */
class WebhookFields {
  @OptionalField('A new webhook has none unless it says otherwise.', {
    enum: TRANSCRIPT_MODES,
    example: 'redacted',
  })
  @IfSent()
  @IsIn(TRANSCRIPT_MODES, oneOf(TRANSCRIPT_MODES))
  transcript_to_send?: TranscriptMode;

  @OptionalField(
    'For the whole exchange, from connecting to the end of the answer. A new webhook has 10 unless it says otherwise.',
  )
  @IfSent()
  @IsWholeNumber(1, 30)
  timeout_seconds?: number;

  @OptionalField('After the first attempt. A new webhook has 3 unless it says otherwise.')
  @IfSent()
  @IsWholeNumber(0, 5)
  retry_attempts?: number;

  @OptionalField(
    'Before the first retry; it doubles with each, give or take a fifth. A new webhook has 30 unless it says otherwise.',
  )
  @IfSent()
  @IsWholeNumber(5, 300)
  retry_backoff_seconds?: number;

  @OptionalField('The guard, where it does not stand in If-Match: the revision_hash that was read.', {
    example: 'r3-9f0c1f5d2b7a4e68',
  })
  @IfSent()
  @IsText(1, 128)
  revision_hash?: string;
}

const URL_DESCRIPTION =
  'https, without credentials, at an allowed port, and leading to public addresses alone. Checked now and at each delivery.';

/** Body of POST /v1/partner/webhooks. */
export class CreateWebhookRequest extends WebhookFields {
  @ApiProperty({ example: 'acme-dental-front-desk-k3vq72' })
  @IsIdentifier()
  @IsDefined()
  project_id!: string;

  @Field(URL_DESCRIPTION, { maxLength: MAX_URL, example: 'https://hooks.example.com/calls' })
  @IsText(1, MAX_URL)
  @IsDefined()
  endpoint_url!: string;

  @ApiProperty({ enum: EVENT_TYPES, isArray: true, minItems: 1, uniqueItems: true, example: ['call_ended'] })
  @IsIn(EVENT_TYPES, { each: true, ...oneOf(EVENT_TYPES) })
  @ArrayUnique({ message: 'must not name an event twice' })
  @ArrayMinSize(1, { message: 'must name at least one event' })
  @IsArray()
  @IsDefined()
  event_types!: EventType[];
}

/** Body of PATCH /v1/partner/webhooks/{webhook_id}: what is left out stays. */
export class ChangeWebhookRequest extends WebhookFields {
  @OptionalField(URL_DESCRIPTION, { maxLength: MAX_URL })
  @IfSent()
  @IsText(1, MAX_URL)
  endpoint_url?: string;

  @ApiPropertyOptional({ enum: EVENT_TYPES, isArray: true, minItems: 1, uniqueItems: true })
  @IfSent()
  @IsIn(EVENT_TYPES, { each: true, ...oneOf(EVENT_TYPES) })
  @ArrayUnique({ message: 'must not name an event twice' })
  @ArrayMinSize(1, { message: 'must name at least one event' })
  @IsArray()
  event_types?: EventType[];

  @OptionalField(
    '`disabled` switches it off; `active` switches it on again, also where failures have switched it off.',
    { enum: ['active', 'disabled'] },
  )
  @IfSent()
  @IsIn(['active', 'disabled'], { message: 'must be active or disabled' })
  status?: 'active' | 'disabled';
}

/** Body of POST /v1/partner/webhooks/{webhook_id}/rotate-secret; it may be left out. */
export class RotateWebhookSecretRequest {
  @OptionalField('So many seconds deliveries are signed with the old secret as well; 0 ends it at once.', {
    default: 0,
    example: 86_400,
  })
  @IsWholeNumber(0, MAX_OVERLAP_SECONDS)
  previous_secret_valid_seconds: number = 0;
}
