import { ApiProperty } from '@nestjs/swagger';
import { Field } from '../../../core/http/fields/field.decorators.js';

/** A session on the provider's own pages; anyone with its address can use it (billing 9.1). */
export class PortalSession {
  @ApiProperty({ format: 'uri', example: 'https://billing.stripe.com/p/session/(secret)' })
  url!: string;

  @ApiProperty({ example: '/billing' })
  return_to!: string;

  @Field('Until when the address can be opened.', {
    format: 'date-time',
    example: '2026-11-22T10:05:00.000Z',
  })
  expires_at!: string;
}

export class PortalSessionResponse {
  @ApiProperty({ type: PortalSession })
  session!: PortalSession;
}
