import { IdentifierField, TextField } from '../../../core/http/fields/field-kinds.js';

export class AddDomainRequest {
  @TextField(1, 253, {
    description: "A domain of the client's email addresses.",
    example: 'example.com',
  })
  domain!: string;
}

export class DomainPath {
  @IdentifierField({ description: 'As in the list of domains.' })
  domain!: string;
}
