import { ApiProperty } from '@nestjs/swagger';

/** POST /v1/calls/{call_id}/audit-pii-access (privacy 7.2). */
export class PiiAccessResponse {
  @ApiProperty({ enum: ['success'], example: 'success' })
  status!: 'success';

  @ApiProperty({ example: 'The access was recorded.' })
  message!: string;
}
