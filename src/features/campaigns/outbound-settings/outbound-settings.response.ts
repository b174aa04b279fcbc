import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';
import { OutboundSettingsRequest } from './outbound-settings.request.js';

/** GET and PUT /v1/outbound-settings (campaigns 12.1). */
export class OutboundSettingsResponse extends OutboundSettingsRequest {
  @Field('default: never saved.', { enum: ['saved', 'default'], example: 'saved' })
  source!: 'saved' | 'default';

  @Field('For If-Match; also in the header ETag.', { example: 'r3-24' })
  etag!: string;

  @NullableField(String, { format: 'date-time', example: '2026-11-20T03:00:00.000Z' })
  updated_at_utc!: string | null;

  @NullableField(String, { example: '0b2d4a4e-6a3c-4b57-9a52-2f1c8d3e7a10' })
  updated_by!: string | null;
}
