import { IdentifierField } from '../../../core/http/fields/field-kinds.js';

/** The client of a billing route; people must name it (billing 6.2). */
export class NamedClient {
  @IdentifierField({ description: 'One of the clients you are assigned to.', example: 'acme-dental' })
  client_id!: string;
}
