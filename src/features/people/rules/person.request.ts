import { StringField } from '../../../core/http/fields/field-kinds.js';

/** An id that no person can have gets the same response as an absent person: 404. */
export class PersonParams {
  @StringField({ description: 'The user_id of the person, from the list.', format: 'uuid' })
  user_id!: string;
}
