import { StringField } from '../../../core/http/fields/field-kinds.js';

/** The path of a route about one alert. A malformed id is answered like an unknown one: 404. */
export class AlertParams {
  @StringField({ description: 'The alert.', format: 'uuid' })
  alert_id!: string;
}
