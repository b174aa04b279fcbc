import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { SingleDispatchResponse } from './single-dispatch.response.js';

/** One of the calls that were asked for. */
export class SingleListItem extends SingleDispatchResponse {
  @ApiProperty() project_id!: string;
  @ApiProperty({ format: 'date-time' }) requested_at_utc!: string;
}

/** GET /v1/dispatches. */
export class SingleListResponse {
  @ApiProperty({ type: [SingleListItem], description: 'The newest first.' })
  items!: SingleListItem[];

  @ApiPropertyOptional({ description: 'Only where there are more.' })
  next_cursor?: string;
}
