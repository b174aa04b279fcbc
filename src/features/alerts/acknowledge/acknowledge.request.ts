import { StringField } from '../../../core/http/fields/field-kinds.js';

/** The path of a route about one alert. An id that no alert can have is an alert that is not there: 404. */
export class AlertParams {
  @StringField({ description: 'The alert.', format: 'uuid' })
  alert_id!: string;
}
