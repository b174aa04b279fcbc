import { StringField } from '../../../core/http/fields/field-kinds.js';

/** The path of a route about the unlocks of a call. A malformed id is answered like an unknown one: 404. */
export class UnlocksOfCallParams {
  @StringField({ description: 'The call.', example: 'room-2026-10-31-000123' })
  call_id!: string;
}

export class UnlockParams extends UnlocksOfCallParams {
  @StringField({ description: 'The unlock.', example: '5b6f8a52-1d6e-4a4a-9c39-6f0a2d7b8e11' })
  unlock_id!: string;
}
