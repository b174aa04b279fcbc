import { ApiProperty } from '@nestjs/swagger';
import { Field } from '../../../core/http/fields/field.decorators.js';
import { EVENT_TYPES, type EventType } from '../rules/vocabulary.js';

export class EventTypeRecord {
  @ApiProperty({ enum: EVENT_TYPES, example: 'call_ended' })
  event_type!: EventType;

  @ApiProperty({ example: 'A call has ended: completed, missed or failed.' })
  description!: string;

  @Field('JSON Schema (2020-12) of its body.', { type: 'object', additionalProperties: true })
  schema!: Readonly<Record<string, unknown>>;

  @Field('A body, as `test` sends it.', { type: 'object', additionalProperties: true })
  example!: Readonly<Record<string, unknown>>;
}

export class EventTypeListResponse {
  @ApiProperty({ type: [EventTypeRecord] })
  items!: EventTypeRecord[];
}
