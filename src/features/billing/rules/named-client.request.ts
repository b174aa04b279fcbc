import { IdentifierField } from '../../../core/http/fields/field-kinds.js';

/**
 * The client that a billing route is about; people have to name it, and the guards have acted on it
 * (billing 6.2).
 */
export class NamedClient {
  @IdentifierField({ description: 'One of the clients you are assigned to.', example: 'acme-dental' })
  client_id!: string;
}
