import { IsString } from 'class-validator';
import { Field } from '../../../core/http/field.decorators.js';

/** The path of a route about one request. An id that no request can have is a request that is not there: 404. */
export class CallerRequestParams {
  @Field('The request: an `id` of the list.', { format: 'uuid' })
  @IsString()
  request_id!: string;
}
