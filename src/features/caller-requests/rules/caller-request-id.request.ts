import { StringField } from '../../../core/http/fields/field-kinds.js';

/** The path of a route about one request. An id that no request can have is a request that is not there: 404. */
export class CallerRequestParams {
  @StringField({ description: 'The request: an `id` of the list.', format: 'uuid' })
  request_id!: string;
}
