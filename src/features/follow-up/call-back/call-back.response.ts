import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';
import { PORTAL_ROLES, type PortalRole } from '../../../core/shared/roles.js';

export class CallBackPerson {
  @Field('For `owner` of the follow-up.', { format: 'uuid', example: '0b2d4a4e-6a3c-4b57-9a52-2f1c8d3e7a10' })
  user_id!: string;

  @ApiProperty({ enum: PORTAL_ROLES, example: 'client_admin' })
  role!: PortalRole;

  @NullableField(String, {
    example: 'Kim Person',
    description: 'Null unless the person is a colleague of yours.',
  })
  display_name!: string | null;
}

/** The roles and people that may call back (follow-up 7.2). */
export class CallBackResponse {
  @ApiProperty({ example: 'room-2026-10-31-000123' })
  call_id!: string;

  @Field('The roles of people that may see the number of this call.', {
    enum: PORTAL_ROLES,
    isArray: true,
    example: ['client_admin'],
  })
  roles!: readonly PortalRole[];

  @Field('Active people with one of these roles who see the call, at most 50. Internal staff is left out.', {
    type: [CallBackPerson],
  })
  people!: readonly CallBackPerson[];
}
