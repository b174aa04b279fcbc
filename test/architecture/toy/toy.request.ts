import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';

export class ToyRequest {
  @ApiProperty({ enum: ['ball', 'kite'], example: 'kite' })
  @IsIn(['ball', 'kite'])
  name!: string;
}
