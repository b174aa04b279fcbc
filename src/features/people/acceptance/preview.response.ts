import { ApiProperty } from '@nestjs/swagger';
import type { PortalRole } from '../../../core/shared/roles.js';
import { GIVEN_ROLES } from '../lookup/person.response.js';

/** An invitation with the facts of its mail (people 4.6). */
export class InvitationPreviewResponse {
  @ApiProperty({ description: 'The person who invites.', example: 'Amelia Hart' })
  inviter_name!: string;

  @ApiProperty({ description: 'The client to which the person is invited.', example: 'Acme Dental' })
  business_name!: string;

  @ApiProperty({
    enum: GIVEN_ROLES,
    description: 'The role that the person gets.',
    example: 'client_manager',
  })
  role!: PortalRole;

  @ApiProperty({ format: 'date-time', description: 'Until when it can be accepted.' })
  expires_at_utc!: string;
}
