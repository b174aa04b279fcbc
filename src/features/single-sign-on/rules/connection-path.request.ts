import { IdentifierField } from '../../../core/http/fields/field-kinds.js';

export class ConnectionPath {
  @IdentifierField({
    description: 'As in the list of connections.',
    example: '4b0c5d2e-7f3a-4c6b-9a1d-2e8f7c6b5a40',
  })
  connection_id!: string;
}
