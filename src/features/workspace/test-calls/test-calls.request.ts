import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsDefined, IsIn, IsOptional, IsString } from 'class-validator';
import { Field, OptionalField } from '../../../core/http/field.decorators.js';
import { OneOf } from '../../../core/http/known-value.js';
import { ProjectIdParams } from '../../../core/http/project-id.request.js';
import { IsPhoneNumber } from '../../../core/http/is-phone-number.js';
import { E164_PATTERN } from '../../../core/privacy/phone-number.policy.js';
import { TEST_CALL_SOURCES, type TestCallSource } from '../configuration/effective-configuration.policy.js';
import { PageRequest } from '../configuration/page.request.js';
import { TEST_CALL_STATUSES, type TestCallStatus } from '../rules/test-call-status.policy.js';

/** Body of POST /v1/projects/{project_id}/test-call/request. */
export class TestCallRequest {
  @Field('Strict E.164.', { pattern: E164_PATTERN.source, example: '+61255501234' })
  @IsPhoneNumber()
  @IsDefined()
  to_number!: string;

  @Field('What answers: the draft as it is now, or the published version.', { enum: TEST_CALL_SOURCES })
  @IsIn(TEST_CALL_SOURCES, { message: `must be one of ${TEST_CALL_SOURCES.join(', ')}` })
  @IsDefined()
  use!: TestCallSource;
}

/** Query of GET /v1/projects/{project_id}/test-calls. */
export class TestCallListRequest extends PageRequest {
  @ApiPropertyOptional({ enum: TEST_CALL_STATUSES })
  @OneOf(TEST_CALL_STATUSES)
  @IsString()
  @IsOptional()
  status?: TestCallStatus;

  @OptionalField('What the call runs.', { enum: TEST_CALL_SOURCES })
  @OneOf(TEST_CALL_SOURCES)
  @IsString()
  @IsOptional()
  use?: TestCallSource;
}

/** Path of a route about one test call. What is no id of one is one that is not there: 404. */
export class TestCallParams extends ProjectIdParams {
  @Field('The test call.', { format: 'uuid' })
  @IsString()
  test_call_id!: string;
}
