import { IdentifierField } from '../../../core/http/fields/field-kinds.js';

export class ConnectionPath {
  @IdentifierField({ description: 'As in the list of connections.' })
  connection_id!: string;
}
