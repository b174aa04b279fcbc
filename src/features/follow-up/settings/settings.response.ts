import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';
import { FollowUpSettingsRequest } from './settings.request.js';

/** GET and PUT /v1/calls/follow-ups/settings (follow-up 4.1). */
export class FollowUpSettingsResponse extends FollowUpSettingsRequest {
  @Field('default: never saved. Nothing is switched on then.', {
    enum: ['saved', 'default'],
    example: 'saved',
  })
  source!: 'saved' | 'default';

  @Field('For If-Match; also in the header ETag.', { example: '3' })
  etag!: string;

  @NullableField(String, { format: 'date-time', example: '2026-11-20T03:00:00.000Z' })
  updated_at_utc!: string | null;

  @NullableField(String, { example: '0b2d4a4e-6a3c-4b57-9a52-2f1c8d3e7a10' })
  updated_by!: string | null;
}
