import { StringField } from '../../../core/http/fields/field-kinds.js';

/**
 * The path of a route about one alert. A malformed id gets the same response as an unknown one:
 * 404.
 */
export class AlertParams {
  @StringField({ description: 'The alert.', format: 'uuid' })
  alert_id!: string;
}
