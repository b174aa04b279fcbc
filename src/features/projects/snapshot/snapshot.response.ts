import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField, OptionalField } from '../../../core/http/fields/field.decorators.js';
import { PROJECT_STATES, type ProjectState } from '../rules/lifecycle.policy.js';
import { READ_ONLY_REASONS, type ProjectPermissions } from '../rules/permissions.policy.js';
import type { Profile } from '../rules/profile.policy.js';
import { PARTNER_ROLES } from '../../../core/shared/roles.js';

export const ROLE_VISIBILITIES = ['read', 'manage'] as const;
export type RoleVisibility = (typeof ROLE_VISIBILITIES)[number];

const MEMBER = '01933a5c-7c1e-7b7a-9a51-3a1f0c2b4d5e';
const ADMIN = '01933a5c-7c1e-7b7a-9a51-1d0e5a7b9c33';

const time = { format: 'date-time', example: '2026-10-31T04:12:09.000Z' } as const;
const actor = { example: ADMIN, description: 'The person or the key.' } as const;

class SnapshotProject {
  @ApiProperty({ example: 'acme-dental-front-desk-k3vq72' })
  project_id!: string;

  @ApiProperty({ example: 'acme-dental' })
  client_id!: string;

  @ApiProperty({ example: 'Front desk' })
  display_name!: string;

  @ApiProperty({ example: 'Australia/Sydney' })
  timezone!: string;

  @ApiProperty({ enum: PROJECT_STATES, example: 'setup' })
  lifecycle_state!: ProjectState;

  @Field('Send it with the next change; any other change makes it stale.', { example: '1' })
  revision_token!: string;

  @NullableField('integer', { example: null })
  latest_published_version!: number | null;

  @ApiProperty({ enum: ['draft', 'none'], example: 'draft' })
  draft_status!: 'draft' | 'none';

  @ApiProperty({ enum: ['published', 'not_published'], example: 'not_published' })
  publish_status!: 'published' | 'not_published';

  @ApiProperty(time)
  created_at!: string;

  @ApiProperty(time)
  updated_at!: string;

  @ApiProperty(actor)
  created_by!: string;

  @OptionalField('Set once a note was recorded.', { type: String })
  lifecycle_notes?: string;

  @OptionalField('Set once the project was edited.', { type: String })
  updated_by?: string;

  @OptionalField('Set once it was archived.', { type: String, format: 'date-time' })
  archived_at?: string;

  @OptionalField('Set once it was archived.', { type: String })
  archived_by?: string;

  @OptionalField('Set once it was restored.', { type: String, format: 'date-time' })
  restored_at?: string;

  @OptionalField('Set once it was restored.', { type: String })
  restored_by?: string;
}

/** A project's description. */
class SnapshotProfile implements Profile {
  @ApiProperty({ type: [String], example: ['reception', 'pilot'] })
  tags!: string[];

  @NullableField(String, { example: 'Dental care' })
  industry!: string | null;

  @NullableField(String, { example: 'Reception and bookings' })
  use_case!: string | null;

  @NullableField(String, { example: 'Answers the front desk while everybody is with a patient.' })
  description!: string | null;

  @NullableField(String, { example: 'en-AU' })
  language!: string | null;
}

/** The caller's present permissions. */
class SnapshotPermissions implements ProjectPermissions {
  @ApiProperty({ example: true })
  can_create!: boolean;

  @ApiProperty({ example: true })
  can_edit!: boolean;

  @ApiProperty({ example: true })
  can_archive!: boolean;

  @ApiProperty({ example: false })
  can_restore!: boolean;

  @ApiProperty({ example: true })
  can_manage_assignments!: boolean;

  @NullableField(String, { enum: READ_ONLY_REASONS, example: null })
  read_only_reason!: ProjectPermissions['read_only_reason'];
}

class SnapshotAssignment {
  @ApiProperty({ format: 'uuid' })
  assignment_id!: string;

  @ApiProperty({ format: 'uuid', example: MEMBER })
  member_id!: string;

  @ApiProperty({ example: 'Robin Hale' })
  display_name!: string;

  @ApiProperty({ enum: ROLE_VISIBILITIES, example: 'read' })
  role_visibility!: RoleVisibility;

  @NullableField(String, { example: null })
  assignment_note!: string | null;

  @ApiProperty(actor)
  assigned_by!: string;

  @ApiProperty(time)
  created_at!: string;

  @Field('Send it to remove the assignment.', { example: '1' })
  assignment_revision_token!: string;
}

/** A person to whom the project may be assigned. */
class SnapshotMember {
  @ApiProperty({ format: 'uuid', example: MEMBER })
  member_id!: string;

  @ApiProperty({ example: 'Robin Hale' })
  display_name!: string;

  @ApiProperty({ enum: PARTNER_ROLES, example: 'partner_user' })
  role!: string;
}

/** A full project, as in the responses of its lifecycle routes (projects section 3). */
export class LifecycleSnapshotResponse {
  @ApiProperty({ type: SnapshotProject })
  project!: SnapshotProject;

  @ApiProperty({ type: SnapshotProfile })
  profile!: SnapshotProfile;

  @ApiProperty({ type: SnapshotPermissions })
  permissions!: SnapshotPermissions;

  @ApiProperty({ type: [SnapshotAssignment] })
  assignments!: SnapshotAssignment[];

  @NullableField([SnapshotMember], {
    description:
      "Members of the caller's organisation who could be assigned. Null for all callers but a signed-in partner_admin.",
  })
  available_members!: SnapshotMember[] | null;

  @Field('When this snapshot was read.', { ...time })
  updated_at!: string;
}
