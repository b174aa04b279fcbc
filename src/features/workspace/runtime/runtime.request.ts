import { IsDefined, IsInt, IsString, Matches, Max, Min } from 'class-validator';
import { Field, OptionalField } from '../../../core/http/field.decorators.js';
import { IfSent } from '../../../core/http/if-sent.js';
import { WholeNumber } from '../../../core/http/whole-number.js';
import { IsIdentifier } from '../../../core/http/is-identifier.js';
import { ProjectIdParams } from '../../../core/http/project-id.request.js';

/** The largest number a version may have: that of its column. */
const MAX_VERSION = 2_147_483_647;

/** Query of GET /internal/v1/projects/{project_id}/configuration. */
export class RuntimeConfigurationRequest {
  @OptionalField('The version that was chosen for a call; the published one where it is left out.', {
    type: 'integer',
    minimum: 1,
    maximum: MAX_VERSION,
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
  @Field('content_hash of the configuration at work.', { pattern: '^[0-9a-f]{64}$' })
  @Matches(/^[0-9a-f]{64}$/, { message: 'must be a content hash: 64 hexadecimal digits in lower case' })
  @IsDefined()
  applied_hash!: string;

  @Field('Name of the runtime or its place.', { maxLength: 128, example: 'runtime-syd-1' })
  @IsIdentifier()
  @IsDefined()
  runtime_id!: string;

  @OptionalField('The version it has applied; when its hash is another one the report counts as failed.', {
    type: 'integer',
    minimum: 1,
    maximum: MAX_VERSION,
  })
  @IfSent()
  @Min(1)
  @Max(MAX_VERSION)
  @IsInt()
  version_number?: number;
}

/** Path of a report on a test call. What is no id of one is one that is not there: 404. */
export class ReportedTestCallParams extends ProjectIdParams {
  @Field('The test call.', { format: 'uuid' })
  @IsString()
  test_call_id!: string;
}

/** Path of a report on a test of a run. What is no id of one is one that is not there: 404. */
export class ReportedRunParams extends ProjectIdParams {
  @Field('The run.', { format: 'uuid' })
  @IsString()
  run_id!: string;
}
