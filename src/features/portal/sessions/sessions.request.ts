import { StringField } from '../../../core/http/fields/field-kinds.js';

/** Names one session. */
export class SessionPath {
  @StringField({ description: 'The id of a session of the caller; any other is 404.' })
  session_id!: string;
}
