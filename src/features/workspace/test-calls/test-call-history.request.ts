import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsInt, IsOptional, IsString, Max, Min } from 'class-validator';
import { ClientChoice } from '../../../core/http/client-choice.request.js';
import { OneOf } from '../../../core/http/known-value.js';
import { ProjectIdParams } from '../../../core/http/project-id.request.js';
import { WholeNumber } from '../../../core/http/whole-number.js';
import { TEST_CALL_SOURCES } from '../configuration/test-source.policy.js';
import type { TestCallSource } from '../configuration/test-source.policy.js';
import { TEST_CALL_STATUSES } from '../rules/test-call-status.policy.js';
import type { TestCallStatus } from '../rules/test-call-status.policy.js';

const MAX_PAGE_SIZE = 100;

/** Query of GET /v1/projects/{project_id}/test-calls. */
export class TestCallListRequest extends ClientChoice {
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

  @ApiPropertyOptional({ type: 'integer', minimum: 1, default: 1 })
  @IsOptional()
  @WholeNumber()
  @Min(1)
  @IsInt()
  page = 1;

  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: MAX_PAGE_SIZE, default: 20 })
  @IsOptional()
  @WholeNumber()
  @Min(1)
  @Max(MAX_PAGE_SIZE)
  @IsInt()
  page_size = 20;
}

/** Path of a route about one test call. What is no id of one is one that is not there: 404. */
export class TestCallParams extends ProjectIdParams {
  @ApiProperty({ description: 'The test call.', format: 'uuid' })
  @IsString()
  test_call_id!: string;
}
