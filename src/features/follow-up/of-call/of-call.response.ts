import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';
import { FOLLOW_UP_STATES, type FollowUpState } from '../rules/words.js';

/**
 * PUT /v1/calls/{call_id}/follow-up. The stored response has neither note nor tags, so that no copy
 * of them is kept.
 */
export class FollowUpSavedResponse {
  @ApiProperty({ example: 'room-2026-10-31-000123' })
  call_id!: string;

  @NullableField(String, { enum: FOLLOW_UP_STATES, example: 'open' })
  state!: FollowUpState | null;

  @Field('For the next If-Match; also in the header ETag.', { example: '3' })
  etag!: string;
}
