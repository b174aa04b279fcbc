import { ApiProperty } from '@nestjs/swagger';

/** How a dispatch stands after a report. */
export class ReportResponse {
  @ApiProperty({ format: 'uuid' }) dispatch_id!: string;
  @ApiProperty({ enum: ['leased', 'dialing', 'in_call', 'ended'] }) status!: string;
  @ApiProperty({ type: String, nullable: true }) disposition!: string | null;
  @ApiProperty({ type: String, nullable: true }) call_id!: string | null;
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'Report again before; null once ended.',
  })
  lease_expires_at_utc!: string | null;
  @ApiProperty({ description: 'Whether this report has changed anything.' }) applied!: boolean;
}
