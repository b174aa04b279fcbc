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

/** A field of a report that is wrong. */
export class ReportFieldError {
  @ApiProperty({ description: 'Where it stands in the body, such as `reports.3.sequence`.' }) field!: string;
  @ApiProperty() message!: string;
  @ApiProperty() code!: string;
}

/** Why a report was not taken in. */
export class ReportError {
  @ApiProperty({ description: 'As that of the same report by itself.', example: 404 }) status!: number;
  @ApiProperty({ example: 'not_found' }) code!: string;
  @ApiProperty() message!: string;
  @ApiProperty({ type: [ReportFieldError] }) field_errors!: readonly ReportFieldError[];
}

/** What came of one of several reports: `report` as it is answered by itself, or `error`. */
export class ReportOutcome {
  @ApiProperty({ type: ReportResponse, nullable: true }) report!: ReportResponse | null;
  @ApiProperty({ type: ReportError, nullable: true }) error!: ReportError | null;
}

/** What came of each, in the order in which they were sent. */
export class ReportsResponse {
  @ApiProperty({ type: [ReportOutcome] }) results!: readonly ReportOutcome[];
}
