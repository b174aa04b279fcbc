import { ApiProperty } from '@nestjs/swagger';
import { DATA_ENVS, type DataEnv } from '../../../core/shared/auth-context.js';
import { PORTAL_ROLES, type PortalRole } from '../../../core/shared/roles.js';
import { LANGUAGES, type Language } from './sessions.request.js';

/** A client that the caller may act for. */
export class SessionAssignment {
  @ApiProperty({ example: 'acme-dental' }) client_id!: string;
  @ApiProperty({ example: 'Acme Dental' }) business_name!: string;
  @ApiProperty({ enum: PORTAL_ROLES, example: 'client_admin' }) role!: PortalRole;
  @ApiProperty({ description: 'Whether requests that name no client use this one.' })
  is_default!: boolean;
}

/**
 * A client that requires people to sign in through its own directory, while this sign-in used
 * another way.
 */
export class SessionShutOut {
  @ApiProperty({ example: 'acme-dental' }) client_id!: string;
  @ApiProperty({ example: 'Acme Dental' }) business_name!: string;
  @ApiProperty({ format: 'uuid', description: 'The connection to sign in through.' }) connection_id!: string;
}

/** A role of the caller. */
export class SessionRole {
  @ApiProperty({ enum: PORTAL_ROLES, example: 'client_admin' }) role!: PortalRole;
  @ApiProperty({
    type: [String],
    example: ['listCalls', 'getCall'],
    description:
      'The operations that the role may call, by their ids in this document. Each operation checks what ' +
      'depends on more than the role.',
  })
  operations!: string[];
}

/** The person who is signed in. */
export class SessionPersonResponse {
  @ApiProperty({ format: 'uuid' }) user_id!: string;
  @ApiProperty({ example: 'Amelia Hart' }) display_name!: string;
  @ApiProperty({
    enum: LANGUAGES,
    nullable: true,
    example: 'en',
    description: "The person's language in the portal; null: the browser's.",
  })
  language!: Language | null;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'Australia/Sydney',
    description: "The IANA time zone in which the person reads times; null: the browser's.",
  })
  timezone!: string | null;
  @ApiProperty({ enum: DATA_ENVS, example: 'prod' }) data_env!: DataEnv;
  @ApiProperty({
    enum: DATA_ENVS,
    isArray: true,
    example: ['prod', 'staging'],
    description:
      'Environments in which the person has an assignment. A sign-in is for one of them: the identity ' +
      'provider says which.',
  })
  environments!: DataEnv[];
  @ApiProperty({
    type: [SessionAssignment],
    description: 'Sorted by name of the client; none only if `shut_out` has some.',
  })
  assignments!: SessionAssignment[];
  @ApiProperty({
    type: [SessionShutOut],
    description:
      'Clients for which the roles of the person do not count, because they require another way to sign in. ' +
      'Sorted by name.',
  })
  shut_out!: SessionShutOut[];
  @ApiProperty({ type: [SessionRole], description: 'The roles of the assignments, each once.' })
  roles!: SessionRole[];
  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'The break-glass use by which the person is signed in; null: signed in as usual.',
  })
  break_glass_id!: string | null;
}

/** A browser in which the caller is signed in. */
export class SessionItem {
  @ApiProperty({ format: 'uuid', description: 'The id of the session; not the cookie.' })
  session_id!: string;
  @ApiProperty({ format: 'date-time' }) created_at_utc!: string;
  @ApiProperty({ format: 'date-time', description: 'Its last use, to the minute.' })
  last_seen_at_utc!: string;
  @ApiProperty({ format: 'date-time', description: 'When it expires unless it is used again.' })
  expires_at_utc!: string;
  @ApiProperty({
    example: '203.0.113.*',
    description: 'Part of the address from which the person signed in.',
  })
  ip_masked!: string;
  @ApiProperty({ description: 'The name that the browser sent.' }) agent!: string;
  @ApiProperty({
    type: [String],
    example: ['pwd', 'otp'],
    description: 'How the person authenticated.',
  })
  amr!: string[];
  @ApiProperty({ description: 'Whether this request uses it.' }) current!: boolean;
}

/** The caller's sessions, newest first. */
export class SessionsResponse {
  @ApiProperty({ type: [SessionItem] }) items!: SessionItem[];
}

export class RevokedResponse {
  @ApiProperty({ type: 'integer', minimum: 0, description: 'How many other sessions were ended.' })
  revoked!: number;
}

/** The remaining step after signing out. */
export class SignedOutResponse {
  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'Address at which the browser signs out of the identity provider too; null if there is none.',
  })
  provider_sign_out_url!: string | null;
}

/** The person's display settings. */
export class ProfileResponse {
  @ApiProperty({ enum: LANGUAGES, nullable: true, example: 'en' }) language!: Language | null;
  @ApiProperty({ type: String, nullable: true, example: 'Australia/Sydney' }) timezone!: string | null;
}
