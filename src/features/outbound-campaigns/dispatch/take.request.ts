import { IsDefined, IsInt, Max, Min } from 'class-validator';
import { Field } from '../../../core/http/field.decorators.js';
import { IfSent } from '../../../core/http/if-sent.js';

/** How much a runtime can take on. */
export class TakeRequest {
  @Field('How many contacts to hand out at most.', { type: Number, minimum: 1, maximum: 100 })
  // The lowest complaint is the one that is answered.
  @Max(100)
  @Min(1)
  @IsInt({ message: 'must be a whole number' })
  @IsDefined()
  max!: number;

  @Field('For how long to wait while nothing is due; 0 where it is left out.', {
    type: Number,
    minimum: 0,
    maximum: 20,
    required: false,
  })
  @IfSent()
  @Max(20)
  @Min(0)
  @IsInt({ message: 'must be a whole number' })
  wait_seconds?: number;
}
