import { IsOptional } from 'class-validator';
import { OptionalField } from './field.decorators.js';
import { IsIdentifier } from './is-identifier.js';

/** The optional client_id by which a person with several clients chooses one; the guards have acted on it. */
export class ClientChoice {
  @OptionalField(
    'One of the clients you are assigned to; signed-in internal staff must name it. A key takes only its own.',
    { example: 'acme-dental' },
  )
  @IsOptional()
  @IsIdentifier()
  client_id?: string;
}
