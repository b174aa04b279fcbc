import { StringField } from '../../../core/http/fields/field-kinds.js';

/** The path of a route about one client. One that is not the caller's has answered 404 before it is looked at here. */
export class PartnerClientParams {
  @StringField({ description: 'The client: a client_id of the directory.', example: 'acme-dental' })
  client_id!: string;
}
