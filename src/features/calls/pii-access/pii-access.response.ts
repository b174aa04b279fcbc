import { ApiProperty } from '@nestjs/swagger';

export class PiiAccessResponse {
  @ApiProperty({ enum: ['success'], example: 'success' })
  status!: 'success';

  @ApiProperty({ example: 'The access was recorded.' })
  message!: string;
}
