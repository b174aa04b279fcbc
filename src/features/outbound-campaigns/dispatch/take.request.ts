import { ApiProperty } from '@nestjs/swagger';
import { IsDefined, IsInt, IsOptional, Max, Min } from 'class-validator';

/** How much a runtime can take on. */
export class TakeRequest {
  @ApiProperty({
    type: Number,
    minimum: 1,
    maximum: 100,
    description: 'How many contacts to hand out at most.',
  })
  @IsDefined()
  @IsInt()
  @Min(1)
  @Max(100)
  max!: number;

  @ApiProperty({
    type: Number,
    minimum: 0,
    maximum: 20,
    required: false,
    description: 'For how long to wait while nothing is due; 0 where it is left out.',
  })
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(20)
  wait_seconds?: number;
}
