import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString } from 'class-validator';
import { OneOf } from '../../../core/http/known-value.js';
import { ProjectIdParams } from '../../../core/http/project-id.request.js';
import { PageRequest } from '../configuration/page.request.js';
import { TEST_CALL_SOURCES } from '../configuration/test-source.policy.js';
import type { TestCallSource } from '../configuration/test-source.policy.js';
import { TEST_CALL_STATUSES } from '../rules/test-call-status.policy.js';
import type { TestCallStatus } from '../rules/test-call-status.policy.js';

/** Query of GET /v1/projects/{project_id}/test-calls. */
export class TestCallListRequest extends PageRequest {
  @ApiPropertyOptional({ enum: TEST_CALL_STATUSES })
  @OneOf(TEST_CALL_STATUSES)
  @IsString()
  @IsOptional()
  status?: TestCallStatus;

  @ApiPropertyOptional({ enum: TEST_CALL_SOURCES, description: 'What the call runs.' })
  @OneOf(TEST_CALL_SOURCES)
  @IsString()
  @IsOptional()
  use?: TestCallSource;
}

/** Path of a route about one test call. What is no id of one is one that is not there: 404. */
export class TestCallParams extends ProjectIdParams {
  @ApiProperty({ description: 'The test call.', format: 'uuid' })
  @IsString()
  test_call_id!: string;
}
