import { QueryIntegerField } from '../../../core/http/fields/field-kinds.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';

const DEFAULT_HOURS = 24;
/** From the last permitted hour before Easter to the first one after it. */
const MAX_HOURS = 120;

export class LaunchPreviewRequest extends ClientChoice {
  @QueryIntegerField(1, MAX_HOURS, {
    description: 'How many hours, beginning with that of the launch.',
    default: DEFAULT_HOURS,
    optional: true,
  })
  hours: number = DEFAULT_HOURS;
}
