import { StringField } from '../../../core/http/fields/field-kinds.js';

/**
 * The path of a route about one request. A malformed id gets the same response as an unknown one:
 * 404.
 */
export class CallerRequestParams {
  @StringField({ description: 'The `id` of the request, from the list.', format: 'uuid' })
  request_id!: string;
}
