import {
  CUSTOMER_ROLES,
  INTERNAL_ROLES,
  PARTNER_ROLES,
  type PortalRole,
  type Scope,
} from '../../../core/shared/roles.js';

export const ACTOR_WORDS = [
  'colleague',
  'former_colleague',
  'partner',
  'customer',
  'staff',
  'key',
  'process',
  'unknown',
] as const;
export type ActorWord = (typeof ACTOR_WORDS)[number];

/** An actor in the store: a person with a present or past role for the client, or a key. */
export type StoredActor =
  | {
      readonly role: PortalRole;
      readonly organisation_id: string | null;
      readonly active: boolean;
      readonly display_name: string;
    }
  | { readonly role: null; readonly display_name: string };

interface Reader {
  readonly scope: Scope | 'system';
  readonly organisationId: string | null;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const isOf = (roles: readonly Scope[], role: Scope | 'system'): boolean => roles.some((it) => it === role);

/** An actor in the store: a person with a present or past role for the client, or a key. */
export function actorName(
  reader: Reader,
  id: string,
  actor: StoredActor | null,
): { readonly kind: ActorWord; readonly display_name: string | null } {
  if (actor === null) return { kind: UUID.test(id) ? 'unknown' : 'process', display_name: null };
  if (actor.role === null)
    return { kind: 'key', display_name: isOf(PARTNER_ROLES, reader.scope) ? actor.display_name : null };
  const { role, organisation_id: organisationId, active, display_name } = actor;
  const isColleague =
    (isOf(INTERNAL_ROLES, role) && isOf(INTERNAL_ROLES, reader.scope)) ||
    (isOf(CUSTOMER_ROLES, role) && isOf(CUSTOMER_ROLES, reader.scope)) ||
    (isOf(PARTNER_ROLES, role) &&
      isOf(PARTNER_ROLES, reader.scope) &&
      organisationId === reader.organisationId);
  if (isColleague)
    return active ? { kind: 'colleague', display_name } : { kind: 'former_colleague', display_name: null };
  const kind = isOf(INTERNAL_ROLES, role) ? 'staff' : isOf(CUSTOMER_ROLES, role) ? 'customer' : 'partner';
  return { kind, display_name: null };
}
