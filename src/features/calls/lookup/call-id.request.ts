import { StringField } from '../../../core/http/fields/field-kinds.js';

/** The path of a route about one call. An id that no call can have is a call that is not there: 404. */
export class CallIdParams {
  @StringField({ description: 'The call.', example: 'room-2026-10-31-000123' })
  call_id!: string;
}
