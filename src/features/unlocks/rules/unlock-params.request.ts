import { StringField } from '../../../core/http/fields/field-kinds.js';

/** The path of a route about the unlocks of a call. A malformed id is answered like an unknown one: 404. */
export class UnlocksOfCallParams {
  @StringField({ description: 'The call.', example: 'room-2026-10-31-000123' })
  call_id!: string;
}

export class UnlockParams extends UnlocksOfCallParams {
  @StringField({ description: 'The unlock.' })
  unlock_id!: string;
}
