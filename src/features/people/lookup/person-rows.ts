import { hash } from 'node:crypto';
import { organisationOf, type AuthContext, type Tenant } from '../../../core/shared/auth-context.js';
import type { PortalRole } from '../../../core/shared/roles.js';
import type { FieldAddress } from '../../../core/privacy/keys/field-cipher.js';
import { maskEmail } from '../../../core/privacy/masking/masking.policy.js';
import { KeyUnavailableError } from '../../../core/privacy/privacy.errors.js';
import { ValueUnavailableError } from '../../../core/privacy/keys/sealed-values.errors.js';
import type { SealedValues } from '../../../core/privacy/keys/sealed-values.service.js';
import { grantableRoles } from '../rules/grants.policy.js';
import type { PersonResponse } from './person.response.js';

const NOT_SHOWN = '***';

export interface PersonRow {
  readonly user_id: string;
  readonly display_name: string;
  readonly assignment_id: string;
  readonly role: PortalRole;
  readonly last_seen_at: Date | null;
  readonly assigned_at: Date;
  readonly assigned_by: string;
  readonly active: boolean;
  readonly invitation_id: string | null;
  readonly email_sealed: Buffer | null;
  readonly invited_by: string | null;
}

/** $3 and $4 of the statements about people: the people whom the caller manages. */
export const managedBy = (auth: AuthContext): readonly [readonly PortalRole[], string | null] => [
  grantableRoles(auth.scope),
  organisationOf(auth),
];

/** The address that seals a column of an invitation. */
export const placeOfInvitation = (
  { clientId, dataEnv }: Tenant,
  invitationId: string,
  column: 'email_sealed' | 'mail_sealed',
): FieldAddress => ({ clientId, dataEnv, table: 'person_invitations', column, row: invitationId });

/** The strong etag of a person: equal if role and activity are equal. */
export const personEtag = ({ assignment_id: id, role, active }: PersonRow): string =>
  hash('sha256', JSON.stringify([id, role, active])).slice(0, 24);

export async function personOf(
  tenant: Tenant,
  sealed: SealedValues,
  row: PersonRow,
): Promise<PersonResponse> {
  const { user_id, display_name, role, active, invited_by } = row;
  return {
    user_id,
    display_name,
    email_masked: await maskedEmail(tenant, sealed, row),
    role,
    client_id: tenant.clientId,
    data_env: tenant.dataEnv,
    active,
    last_seen_at_utc: row.last_seen_at?.toISOString() ?? null,
    invited_by,
    role_changed_at_utc: row.assigned_at.toISOString(),
    role_changed_by: row.assigned_by,
    etag: personEtag(row),
  };
}

type SealedEmail = Pick<PersonRow, 'invitation_id' | 'email_sealed'>;

/** The masked form of an address (people 1.4); null if there is none. */
export async function maskedEmail(
  tenant: Tenant,
  sealed: SealedValues,
  row: SealedEmail,
): Promise<string | null> {
  if (row.email_sealed === null) return null;
  const email = await openedEmail(tenant, sealed, row);
  return email === null ? NOT_SHOWN : maskEmail(email);
}

/** The address of an invitation; null if there is none or it cannot be opened. */
export async function openedEmail(
  tenant: Tenant,
  sealed: SealedValues,
  { invitation_id: id, email_sealed: email }: SealedEmail,
): Promise<string | null> {
  if (id === null || email === null) return null;
  try {
    return await sealed.open(tenant, placeOfInvitation(tenant, id, 'email_sealed'), email);
  } catch (error) {
    // A role can be ended even while the keys are unavailable.
    if (error instanceof ValueUnavailableError || error instanceof KeyUnavailableError) return null;
    throw error;
  }
}
