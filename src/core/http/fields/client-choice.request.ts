import { IdentifierField } from './field-kinds.js';

/**
 * The optional client_id with which a person with several clients chooses one; the guards read it.
 */
export class ClientChoice {
  @IdentifierField({
    description:
      'One of the clients you are assigned to; signed-in internal staff must name it. A key accepts only ' +
      'its own client.',
    example: 'acme-dental',
    optional: true,
  })
  client_id?: string;
}
