import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';
import { CONNECTION_KINDS, type ConnectionKind } from '../rules/connection-settings.policy.js';

export class SignInLocationResponse {
  @Field('The address at which the browser signs in. Open it in the window of the person.', {
    example: 'https://login.example.com/authorize?client_id=6f0d1c9e',
  })
  location!: string;
}

export class TestLocationResponse {
  @NullableField(String, {
    description:
      'The address at which the browser signs in. Null: the settings do not lead to a directory; the result of the test says why.',
    example: 'https://login.example.com/authorize?client_id=6f0d1c9e',
  })
  location!: string | null;
}

class ClaimRecord {
  @ApiProperty({ example: 'preferred_username' }) name!: string;
  @ApiProperty({ example: 'mei@example.com' }) value!: string;
}

export class ConnectionTestResponse {
  @ApiProperty({ enum: ['succeeded', 'failed'] }) outcome!: 'succeeded' | 'failed';

  @Field('Whether the settings are still those that were tested.') is_of_newest_settings!: boolean;

  @ApiProperty({ format: 'date-time' }) ended_at_utc!: string;

  @NullableField(String, {
    description:
      'Why it failed. `not_set_up`: settings are missing. `directory_unreachable`: no answer in time. ' +
      '`address_not_public`: an address of the directory may not be called. `issuer_not_exact`: the directory names ' +
      'an issuer other than the one that was entered; enter the issuer of your own tenant. ' +
      '`directory_refused`: the directory did not sign the person in. `answer_not_valid`: the answer is not valid; `detail` says what is wrong.',
    example: 'answer_not_valid',
  })
  reason!: string | null;

  @NullableField(String, { description: 'A code of the protocol.', example: 'audience' })
  detail!: string | null;

  @NullableField(String, { description: 'The name by which the person is known.', example: '00u1x8k' })
  subject!: string | null;

  @NullableField(String, { example: 'mei@example.com' }) email!: string | null;
  @NullableField(String, { example: 'Mei Tanaka' }) display_name!: string | null;

  @NullableField(String, { description: 'When the person proved their identity.', format: 'date-time' })
  auth_time_utc!: string | null;

  @Field('How the person proved it: values of RFC 8176.', { type: [String], example: ['pwd', 'otp'] })
  amr!: string[];

  @Field('Everything that the directory says about the person; long values are cut.', { type: [ClaimRecord] })
  claims!: ClaimRecord[];
}

class DirectoryLinkRecord {
  @ApiProperty({ format: 'uuid' }) connection_id!: string;
  @ApiProperty({ example: 'Head office' }) name!: string;
  @ApiProperty({ enum: CONNECTION_KINDS }) kind!: ConnectionKind;
  @Field('Whether you sign in through it.') is_linked!: boolean;
  @NullableField(String, { format: 'date-time' }) linked_at_utc!: string | null;
}

export class DirectoryLinksResponse {
  @Field('The connections of the client through which people sign in, oldest first.', {
    type: [DirectoryLinkRecord],
  })
  items!: DirectoryLinkRecord[];
}
