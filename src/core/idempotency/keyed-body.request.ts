import { ApiPropertyOptional } from '@nestjs/swagger';
import { Allow } from 'class-validator';

/** The part of a body that says the idempotency key in place of the header; what it may be is decided before. */
export class KeyedBody {
  @ApiPropertyOptional({
    type: String,
    minLength: 1,
    maxLength: 128,
    pattern: '^[\\x21-\\x7e]+$',
    example: '3f6f0a52-1f0e-4ac6-9d55-7f3f6f7f5f10',
    description: 'In place of the Idempotency-Key header. Where both are sent they must be equal.',
  })
  @Allow()
  idempotency_key?: unknown;
}
