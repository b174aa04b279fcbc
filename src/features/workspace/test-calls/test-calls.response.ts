import { ApiProperty } from '@nestjs/swagger';

/** A test call that waits for the runtime to place it. */
export class TestCallResponse {
  @ApiProperty({ format: 'uuid' })
  test_call_id!: string;

  @ApiProperty({ enum: ['queued'] })
  status!: 'queued';
}
