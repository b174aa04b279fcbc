import { IsBoolean, IsDefined } from 'class-validator';
import { Field, OptionalField } from '../../../core/http/field.decorators.js';
import { IfSent } from '../../../core/http/if-sent.js';
import { IsInstant } from '../../../core/http/is-instant.js';

/** Body of POST /v1/partner/webhooks/{webhook_id}/recover. */
export class RecoverWebhookRequest {
  @Field('By when events were stored, not when their calls were. At most 30 days ago.', {
    type: String,
    format: 'date-time',
    example: '2026-11-20T00:00:00Z',
  })
  @IsInstant()
  @IsDefined()
  since!: string;

  @OptionalField('Exclusive; now, where it is left out.', { type: String, format: 'date-time' })
  @IfSent()
  @IsInstant()
  until?: string;

  @OptionalField('Only counts.', { default: false })
  @IfSent()
  @IsBoolean()
  preview?: boolean;
}
