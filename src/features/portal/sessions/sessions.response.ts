import { ApiProperty } from '@nestjs/swagger';

/** One signed-in browser of the caller's. */
export class SessionItem {
  @ApiProperty({ format: 'uuid', description: 'Names the session; it is not the cookie.' })
  session_id!: string;
  @ApiProperty({ format: 'date-time' }) created_at_utc!: string;
  @ApiProperty({ format: 'date-time', description: 'Its last use, to the minute.' })
  last_seen_at_utc!: string;
  @ApiProperty({ format: 'date-time', description: 'When it ends unless it is used again.' })
  expires_at_utc!: string;
  @ApiProperty({ example: '203.0.113.*', description: 'Where the sign-in came from, in part.' })
  ip_masked!: string;
  @ApiProperty({ description: 'What the browser said it is.' }) agent!: string;
  @ApiProperty({
    type: [String],
    example: ['pwd', 'otp'],
    description: 'How the person proved who they are.',
  })
  amr!: string[];
  @ApiProperty({ description: 'Whether this request came by it.' }) current!: boolean;
}

/** The caller's sessions, the newest first. */
export class SessionsResponse {
  @ApiProperty({ type: [SessionItem] }) items!: SessionItem[];
}

/** What was ended. */
export class RevokedResponse {
  @ApiProperty({ type: 'integer', minimum: 0, description: 'How many other sessions were ended.' })
  revoked!: number;
}

/** What is left to do after signing out. */
export class SignedOutResponse {
  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'Address at which the browser signs out of the identity provider too; null where there is none.',
  })
  provider_sign_out_url!: string | null;
}
