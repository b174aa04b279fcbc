import { ApiProperty } from '@nestjs/swagger';
import type { Pagination } from './pages.policy.js';

export class PaginationResponse implements Pagination {
  @ApiProperty({ type: 'integer', example: 1 })
  page!: number;

  @ApiProperty({ type: 'integer', example: 20 })
  page_size!: number;

  @ApiProperty({ type: 'integer', example: 3 })
  total_records!: number;

  @ApiProperty({ type: 'integer', example: 1 })
  total_pages!: number;
}
