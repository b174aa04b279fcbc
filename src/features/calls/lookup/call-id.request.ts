import { IsString } from 'class-validator';
import { Field } from '../../../core/http/field.decorators.js';

/** The path of a route about one call. An id that no call can have is a call that is not there: 404. */
export class CallIdParams {
  @Field('The call.', { example: 'room-2026-10-31-000123' })
  @IsString()
  call_id!: string;
}
