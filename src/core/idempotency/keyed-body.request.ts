import { ApiPropertyOptional } from '@nestjs/swagger';
import { Allow } from 'class-validator';

/** The part of a body that says the idempotency key in place of the header; what it may be is decided before. */
export class KeyedBody {
  @ApiPropertyOptional({
    type: String,
    minLength: 1,
    maxLength: 128,
    pattern: '^[\\x21-\\x7e]+$',
    description: 'In place of the Idempotency-Key header. Where both are sent they must be equal.',
  })
  @Allow()
  idempotency_key?: unknown;
}
