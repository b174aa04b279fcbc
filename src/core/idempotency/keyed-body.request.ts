import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString } from 'class-validator';

/**
 * The part of a body that says the idempotency key in place of the header. `readIdempotencyKey` has refused what is no key
 * before the body is validated (access 7.1): the class passes a text.
 */
export class KeyedBody {
  @ApiPropertyOptional({
    type: String,
    minLength: 1,
    maxLength: 128,
    pattern: '^[\\x21-\\x7e]+$',
    description: 'In place of the Idempotency-Key header. Where both are sent they must be equal.',
  })
  @IsOptional()
  @IsString()
  idempotency_key?: string | null;
}
