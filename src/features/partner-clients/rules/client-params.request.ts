import { IsString } from 'class-validator';
import { Field } from '../../../core/http/field.decorators.js';

/** The path of a route about one client. One that is not the caller's has answered 404 before it is looked at here. */
export class PartnerClientParams {
  @Field('The client: a client_id of the directory.', { example: 'acme-dental' })
  @IsString()
  client_id!: string;
}
