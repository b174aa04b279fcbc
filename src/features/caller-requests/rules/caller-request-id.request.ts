import { ApiProperty } from '@nestjs/swagger';
import { IsString } from 'class-validator';

/** The path of a route about one request. An id that no request can have is a request that is not there: 404. */
export class CallerRequestParams {
  @ApiProperty({ description: 'The request: an `id` of the list.', format: 'uuid' })
  @IsString()
  request_id!: string;
}
