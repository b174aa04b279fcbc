import { IsDefined } from 'class-validator';
import { Field } from '../../../core/http/field.decorators.js';
import { IsIdentifier } from '../../../core/http/is-identifier.js';

/** The client that a billing route is about; people have to name it, and the guards have acted on it (billing 6.2). */
export class NamedClient {
  @Field('One of the clients you are assigned to.', { example: 'acme-dental' })
  @IsIdentifier()
  @IsDefined()
  client_id!: string;
}
