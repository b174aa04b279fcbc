import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { CallerRequestItem } from '../rules/caller-request.response.js';

/** GET /v1/compliance/caller-requests. */
export class CallerRequestListResponse {
  @ApiProperty({ type: [CallerRequestItem], description: 'Latest received first, then by id, descending.' })
  items!: CallerRequestItem[];

  @ApiPropertyOptional({ description: 'Only where there are more.' })
  next_cursor?: string;
}
