import { ApiProperty } from '@nestjs/swagger';
import { IsString } from 'class-validator';

/** Names one session. */
export class SessionPath {
  @ApiProperty({ description: 'Of a session of the caller; any other is 404.' })
  @IsString()
  session_id!: string;
}
