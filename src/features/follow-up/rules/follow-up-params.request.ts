import { StringField } from '../../../core/http/fields/field-kinds.js';

/** The path of a route about the follow-up of one call. A malformed id is answered like an unknown one: 404. */
export class FollowUpParams {
  @StringField({ description: 'The call.', example: 'room-2026-10-31-000123' })
  call_id!: string;
}
