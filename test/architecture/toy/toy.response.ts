import { ApiProperty } from '@nestjs/swagger';

export class ToyResponse {
  @ApiProperty({ example: 'kite' })
  name!: string;
}
