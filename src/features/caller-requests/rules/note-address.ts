import { placeIn } from '../../../core/registry/sealed-table.js';

/** The seal context of a change's note, which can be opened only for that line of history. */
export const noteAddress = placeIn<[requestId: string, revision: number]>(
  'caller_request_history',
  'status_note_encrypted',
);
