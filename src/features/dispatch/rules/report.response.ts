import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';

/** The state of a dispatch after a report. */
export class ReportResponse {
  @ApiProperty({ format: 'uuid' }) dispatch_id!: string;
  @ApiProperty({ enum: ['leased', 'dialing', 'in_call', 'ended'] }) status!: string;
  @NullableField(String) disposition!: string | null;
  @NullableField(String) call_id!: string | null;
  @NullableField(String, {
    format: 'date-time',
    description: 'Report again before this time; null once ended.',
  })
  lease_expires_at_utc!: string | null;
  @Field('Whether this report changed anything.') applied!: boolean;
}

export class ReportFieldError {
  @Field('Its path in the body, such as `reports.3.sequence`.') field!: string;
  @ApiProperty() message!: string;
  @ApiProperty() code!: string;
}

/** Why a report was refused. */
export class ReportError {
  @Field('The status that the report would get if sent alone.', { example: 404 }) status!: number;
  @ApiProperty({ example: 'not_found' }) code!: string;
  @ApiProperty() message!: string;
  @ApiProperty({ type: [ReportFieldError] }) field_errors!: readonly ReportFieldError[];
}

/** The result of one of several reports: `report` as in its own response, or `error`. */
export class ReportOutcome {
  @NullableField(ReportResponse) report!: ReportResponse | null;
  @NullableField(ReportError) error!: ReportError | null;
}

/** The results of the reports, in the order in which they were sent. */
export class ReportsResponse {
  @ApiProperty({ type: [ReportOutcome] }) results!: readonly ReportOutcome[];
}
