import { IsDefined } from 'class-validator';
import { Field } from '../../../core/http/field.decorators.js';
import { IfSent } from '../../../core/http/if-sent.js';
import { IsWholeNumber } from '../../../core/http/is-whole-number.js';

/** How much a runtime can take on. */
export class TakeRequest {
  @Field('How many contacts to hand out at most.')
  // The lowest complaint is the one that is answered.
  @IsWholeNumber(1, 100)
  @IsDefined()
  max!: number;

  @Field('For how long to wait while nothing is due; 0 where it is left out.', {
    required: false,
  })
  @IfSent()
  @IsWholeNumber(0, 20)
  wait_seconds?: number;
}
