import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';
import { BusinessHoursRequest, HoursInterval, HoursOfDate, HoursOfDay } from './hours.request.js';

// Responses may gain fields and requests accept only theirs (requests 3.5), so they have separate
// classes.
class IntervalShown extends HoursInterval {}

class DayShown extends HoursOfDay {
  @ApiProperty({ type: [IntervalShown] })
  declare intervals: IntervalShown[];
}

class DateShown extends HoursOfDate {
  @ApiProperty({ type: [IntervalShown] })
  declare intervals: IntervalShown[];
}

/** GET and PUT /v1/portal/business-hours. */
export class BusinessHoursResponse extends BusinessHoursRequest {
  @ApiProperty({ type: [DayShown] })
  declare weekly: DayShown[];

  @ApiProperty({ type: [DateShown] })
  declare exceptions: DateShown[];

  @Field('default: never saved. No hours are known then.', { enum: ['saved', 'default'], example: 'saved' })
  source!: 'saved' | 'default';

  @Field('For If-Match; also in the header ETag.', { example: 'r3-9f0c1f5d2b7a4e68' })
  etag!: string;

  @NullableField(Boolean, {
    example: true,
    description: 'Whether it is open now; null if no hours are known.',
  })
  open_now!: boolean | null;

  @NullableField(String, {
    format: 'date-time',
    example: '2026-11-20T06:00:00.000Z',
    description: 'When open_now changes next; null if it does not within 31 days.',
  })
  next_change_at_utc!: string | null;

  @NullableField(String, { format: 'date-time', example: '2026-11-20T03:00:00.000Z' })
  updated_at_utc!: string | null;

  @NullableField(String, { example: '0b2d4a4e-6a3c-4b57-9a52-2f1c8d3e7a10' })
  updated_by!: string | null;
}
