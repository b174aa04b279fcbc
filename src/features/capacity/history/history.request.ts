import { EnumField, IdentifierField } from '../../../core/http/fields/field-kinds.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { HISTORY_RANGES, type HistoryRange } from './history.policy.js';

const RANGES = Object.keys(HISTORY_RANGES);

export class CapacityHistoryRequest extends ClientChoice {
  @EnumField(RANGES, { description: 'In buckets of 15 minutes, 1 hour and 6 hours.', example: '24h' })
  range!: HistoryRange;

  @IdentifierField({ description: 'One project instead of the client.', optional: true })
  project_id?: string;
}
