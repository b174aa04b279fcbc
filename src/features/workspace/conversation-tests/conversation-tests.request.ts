import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsInt, IsString, Max, Min } from 'class-validator';
import { ClientChoice } from '../../../core/http/client-choice.request.js';
import { IfSent } from '../../../core/http/if-sent.js';
import { OneOf } from '../../../core/http/known-value.js';
import { ProjectIdParams } from '../../../core/http/project-id.request.js';
import { WholeNumber } from '../../../core/http/whole-number.js';
import { RUN_STATUSES } from '../rules/conversation-result.policy.js';
import type { RunStatus } from '../rules/conversation-result.policy.js';
import { KEPT_RUNS } from '../rules/kept-tests.js';

const DEFAULT_PAGE_SIZE = 20;

/** Query of GET /v1/projects/{project_id}/conversation-tests/runs. */
export class ConversationRunListRequest extends ClientChoice {
  @ApiPropertyOptional({ enum: RUN_STATUSES })
  @IfSent()
  @OneOf(RUN_STATUSES)
  status?: RunStatus;

  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: KEPT_RUNS, default: DEFAULT_PAGE_SIZE })
  @WholeNumber()
  @Min(1)
  @Max(KEPT_RUNS)
  // Last in the list is asked first, and the first complaint is the one that is answered.
  @IsInt({ message: 'must be a whole number' })
  page_size: number = DEFAULT_PAGE_SIZE;

  @ApiPropertyOptional({
    description: 'The next_cursor of the page before; the filter may not change on the way.',
  })
  @IfSent()
  @IsString()
  cursor?: string;
}

/** Path of a route about one conversation test. What is no id of one is one that is not there: 404. */
export class ConversationTestParams extends ProjectIdParams {
  @ApiProperty({ description: 'The conversation test.', format: 'uuid' })
  @IsString()
  test_id!: string;
}

/** Path of a route about one run. What is no id of one is one that is not there: 404. */
export class ConversationRunParams extends ProjectIdParams {
  @ApiProperty({ description: 'The run.', format: 'uuid' })
  @IsString()
  run_id!: string;
}
