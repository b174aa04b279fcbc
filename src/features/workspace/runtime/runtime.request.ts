import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsDefined, IsInt, IsString, Matches, Max, Min } from 'class-validator';
import { IfSent } from '../../../core/http/if-sent.js';
import { WholeNumber } from '../../../core/http/whole-number.js';
import { IsIdentifier } from '../../../core/http/is-identifier.js';
import { ProjectIdParams } from '../../../core/http/project-id.request.js';

/** The largest number a version may have: that of its column. */
const MAX_VERSION = 2_147_483_647;

/** Query of GET /internal/v1/projects/{project_id}/configuration. */
export class RuntimeConfigurationRequest {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: MAX_VERSION,
    description: 'The version that was chosen for a call; the published one where it is left out.',
  })
  @IfSent()
  @WholeNumber()
  @Min(1)
  @Max(MAX_VERSION)
  @IsInt()
  version_number?: number;
}

/** Body of POST /internal/v1/projects/{project_id}/runtime-reports. */
export class RuntimeReportRequest {
  @ApiProperty({ pattern: '^[0-9a-f]{64}$', description: 'content_hash of the configuration at work.' })
  @Matches(/^[0-9a-f]{64}$/, { message: 'must be a content hash: 64 hexadecimal digits in lower case' })
  @IsDefined()
  applied_hash!: string;

  @ApiProperty({ maxLength: 128, example: 'runtime-syd-1', description: 'Name of the runtime or its place.' })
  @IsIdentifier()
  @IsDefined()
  runtime_id!: string;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: MAX_VERSION,
    description: 'The version it has applied; when its hash is another one the report counts as failed.',
  })
  @IfSent()
  @Min(1)
  @Max(MAX_VERSION)
  @IsInt()
  version_number?: number;
}

/** Path of a report on a test call. What is no id of one is one that is not there: 404. */
export class ReportedTestCallParams extends ProjectIdParams {
  @ApiProperty({ description: 'The test call.', format: 'uuid' })
  @IsString()
  test_call_id!: string;
}

/** Path of a report on a test of a run. What is no id of one is one that is not there: 404. */
export class ReportedRunParams extends ProjectIdParams {
  @ApiProperty({ description: 'The run.', format: 'uuid' })
  @IsString()
  run_id!: string;
}
