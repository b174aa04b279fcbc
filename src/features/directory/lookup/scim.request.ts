import { StringField } from '../../../core/http/fields/field-kinds.js';

/** An id that no resource can have gets the same response as an absent resource: 404. */
export class ResourceParams {
  @StringField({ description: 'The id of the resource.' })
  id!: string;
}
