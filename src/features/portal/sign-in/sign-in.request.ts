import { ApiPropertyOptional } from '@nestjs/swagger';
import { Allow } from 'class-validator';

/** What a sign-in may be asked with. */
export class SignInRequest {
  @ApiPropertyOptional({
    type: String,
    description: 'Path of the portal to go on to, such as /calls?status=missed. Anything else counts as /.',
    example: '/calls?status=missed',
  })
  @Allow()
  return_to?: unknown;
}
