import { ApiProperty } from '@nestjs/swagger';
import { IsDefined, IsIn, Matches } from 'class-validator';
import { E164_PATTERN } from '../../../core/privacy/masking.policy.js';
import { TEST_CALL_SOURCES } from '../configuration/test-source.policy.js';
import type { TestCallSource } from '../configuration/test-source.policy.js';

/** Body of POST /v1/projects/{project_id}/test-call/request. */
export class TestCallRequest {
  @ApiProperty({ pattern: E164_PATTERN.source, example: '+61255501234', description: 'Strict E.164.' })
  @Matches(E164_PATTERN, { message: 'must be a number in E.164, such as +61255501234' })
  @IsDefined()
  to_number!: string;

  @ApiProperty({
    enum: TEST_CALL_SOURCES,
    description: 'What answers: the draft as it is now, or the published version.',
  })
  @IsIn(TEST_CALL_SOURCES, { message: `must be one of ${TEST_CALL_SOURCES.join(', ')}` })
  @IsDefined()
  use!: TestCallSource;
}
