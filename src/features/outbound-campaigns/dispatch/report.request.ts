import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsDefined,
  IsIn,
  IsString,
  Matches,
  ValidateIf,
} from 'class-validator';
import { Field } from '../../../core/http/field.decorators.js';
import { IsInstant } from '../../../core/http/is-instant.js';
import { IsWholeNumber } from '../../../core/http/is-whole-number.js';
import { DISPOSITIONS, type Disposition } from '../rules/statuses.js';

/** A dispatch of the key's tenant. */
export class DispatchParams {
  @Field('From the lease.')
  @IsString()
  dispatch_id!: string;
}

/** PostgreSQL's integer. */
const MAX_INTEGER = 2_147_483_647;

/** What has become of a dispatch. */
export class ReportRequest {
  @Field('Higher with each report of a dispatch; one that is not higher than the last is left out.')
  // The lowest complaint is the one that is answered.
  @IsWholeNumber(1, MAX_INTEGER)
  @IsDefined()
  sequence!: number;

  @ApiProperty({ enum: ['dialing', 'in_call', 'ended'] })
  @IsDefined()
  @IsIn(['dialing', 'in_call', 'ended'])
  state!: 'dialing' | 'in_call' | 'ended';

  @Field('How it ended: with `ended`, and only then.', { enum: DISPOSITIONS, required: false })
  @ValidateIf(({ state, disposition }: ReportRequest) => state === 'ended' || disposition !== undefined)
  @IsDefined()
  @IsIn(DISPOSITIONS)
  disposition?: Disposition;

  @Field('The call, as it is written by ingest.', { type: String, required: false })
  @ValidateIf(({ call_id: callId }: ReportRequest) => callId !== undefined)
  @Matches(/^[A-Za-z0-9._:-]{1,128}$/, {
    message: 'must be 1 to 128 of A-Z, a-z, 0-9, ".", "_", ":" and "-"',
  })
  call_id?: string;

  @Field('When it happened; an instant that lies ahead counts as now, one before the take as the take.', {
    format: 'date-time',
  })
  @IsDefined()
  @IsInstant()
  at_utc!: string;
}

/** One of several reports, with the dispatch that it is on. */
export class BatchedReport extends ReportRequest {
  @Field('From the lease.')
  @IsDefined()
  @IsString()
  dispatch_id!: string;
}

/** Two calls of all that one take hands out; taken in within tens of milliseconds, for which their rows are locked. */
const MAX_REPORTS = 200;

/** Reports on any dispatches; those on one dispatch count in their order. */
@ApiExtraModels(BatchedReport)
export class ReportsRequest {
  @ApiProperty({
    type: 'array',
    items: { $ref: getSchemaPath(BatchedReport) },
    minItems: 1,
    maxItems: MAX_REPORTS,
  })
  @IsDefined()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_REPORTS)
  // Each is held against its class by itself: one that is wrong must not cost the others.
  reports!: unknown[];
}
