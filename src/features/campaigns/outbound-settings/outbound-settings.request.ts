import { IntegerField } from '../../../core/http/fields/field-kinds.js';

/** 30 days: a longer pause would outlast most campaigns. */
const MOST_HOURS = 720;

export class OutboundSettingsRequest {
  @IntegerField(0, MOST_HOURS, {
    description:
      'Hours between two calls to one number by different campaigns of the client; 0: no pause. Retries, ' +
      'callbacks and single calls are exempt.',
    example: 24,
  })
  hours_between_campaigns!: number;
}
