import { ApiProperty } from '@nestjs/swagger';
import { Field, OptionalField } from '../../../core/http/fields/field.decorators.js';
import { envelopeSchema, type Envelope } from './envelope.policy.js';
import { schemaProperty } from './schema-property.js';
import { SESSION_STATUSES, type SessionStatus } from './session-status.policy.js';

/** A session that was opened. */
export class DirectInputSessionResponse {
  @ApiProperty({ example: '01a1fc1b-628c-7fa9-95cc-33a6952135bb' })
  session_id!: string;

  @Field('For the caller. The part after # opens the form once, in one browser; it is returned only here.', {
    example: 'https://portal.example.com/i#mJ0xw6yqk9o2pQv3r5t7u8w1z4a6c9e2g5i8k1n4q7s',
  })
  url!: string;

  @ApiProperty({ format: 'date-time', example: '2026-10-31T04:17:09.000Z' })
  expires_at_utc!: string;
}

export class DirectInputStateResponse {
  @ApiProperty({ example: '01a1fc1b-628c-7fa9-95cc-33a6952135bb' })
  session_id!: string;

  @Field(
    '`received` comes with the envelope, until a minute after the first time. After that, and after its ' +
      'call has ended, the session is `closed`.',
    { enum: SESSION_STATUSES, example: 'received' },
  )
  status!: SessionStatus;

  @Field('The answers; only with `received`.', schemaProperty(envelopeSchema, false))
  envelope?: Envelope;

  @OptionalField('The envelope as a compact JWE, if the page sent its header.', {
    example:
      'eyJhbGciOiJFQ0RILUVTIn0..48V1_ALb6US04U3b.5eym8TW_c8SuK0ltJ3rpYIzOeDQz7TALvtu6UG9oMo4.XFBoMYUZodetZdvTiFvSkQ',
  })
  jwe?: string;
}
