import { IntegerField } from '../../../core/http/fields/field-kinds.js';

/** How much a runtime can do. */
export class TakeRequest {
  @IntegerField(1, 100, { description: 'How many contacts to hand out at most.' })
  max!: number;

  @IntegerField(0, 20, {
    description: 'For how long to wait while nothing is due; 0 where it is left out.',
    optional: true,
  })
  wait_seconds?: number;
}
