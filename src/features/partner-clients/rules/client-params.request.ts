import { StringField } from '../../../core/http/fields/field-kinds.js';

/**
 * The path of a route about one client. A guard answers 404 for another caller's client before this
 * class reads the path.
 */
export class PartnerClientParams {
  @StringField({
    description: 'The client_id of the client, from the list of clients.',
    example: 'acme-dental',
  })
  client_id!: string;
}
