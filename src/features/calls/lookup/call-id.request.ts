import { StringField } from '../../../core/http/fields/field-kinds.js';

/**
 * The path of a route about one call. A malformed id gets the same response as an unknown one: 404.
 */
export class CallIdParams {
  @StringField({ description: 'The call.', example: 'room-2026-10-31-000123' })
  call_id!: string;
}
