import { ApiProperty } from '@nestjs/swagger';
import { IsString } from 'class-validator';
import { ProjectIdParams } from '../../../core/http/project-id.request.js';

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
