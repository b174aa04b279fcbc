import { ApiProperty } from '@nestjs/swagger';
import type { ContactStatus } from '../rules/statuses.js';

const Count = (example = 0): PropertyDecorator => ApiProperty({ type: 'integer', minimum: 0, example });

/** The number of contacts of a campaign, in total and by status (campaigns 2.3). */
export class CampaignCounts implements Record<ContactStatus | 'total' | 'callable' | 'not_callable', number> {
  @Count(1200)
  total!: number;

  @Count(1100)
  pending!: number;

  @Count()
  pending_dispatch!: number;

  @Count()
  queued!: number;

  @Count()
  dialing!: number;

  @Count()
  in_call!: number;

  @Count()
  retry_scheduled!: number;

  @Count(90)
  completed!: number;

  @Count()
  failed!: number;

  @Count(10)
  suppressed!: number;

  @Count()
  cancelled!: number;

  @Count()
  expired!: number;

  @Count(1090)
  callable!: number;

  @Count(110)
  not_callable!: number;
}
