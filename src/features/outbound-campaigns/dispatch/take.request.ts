import { ApiProperty } from '@nestjs/swagger';
import { IsDefined, IsInt, Max, Min } from 'class-validator';
import { IfSent } from '../../../core/http/if-sent.js';

/** How much a runtime can take on. */
export class TakeRequest {
  @ApiProperty({
    type: Number,
    minimum: 1,
    maximum: 100,
    description: 'How many contacts to hand out at most.',
  })
  // The lowest complaint is the one that is answered.
  @Max(100)
  @Min(1)
  @IsInt({ message: 'must be a whole number' })
  @IsDefined()
  max!: number;

  @ApiProperty({
    type: Number,
    minimum: 0,
    maximum: 20,
    required: false,
    description: 'For how long to wait while nothing is due; 0 where it is left out.',
  })
  @IfSent()
  @Max(20)
  @Min(0)
  @IsInt({ message: 'must be a whole number' })
  wait_seconds?: number;
}
