import { IntegerField } from '../../../core/http/fields/field-kinds.js';

/** How many calls a runtime can make. */
export class TakeRequest {
  @IntegerField(1, 100, { description: 'The most contacts to return.' })
  max!: number;

  @IntegerField(0, 20, {
    description: 'How long to wait while nothing is due; if left out, 0.',
    optional: true,
  })
  wait_seconds?: number;
}
