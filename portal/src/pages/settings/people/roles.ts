import type { PersonResponse } from '../../../api/generated';

export type Role = PersonResponse['role'];

const ROLES: Readonly<Record<string, readonly Role[]>> = {
  client_admin: ['client_admin', 'client_manager', 'client_staff'],
  partner_admin: ['partner_admin', 'partner_user'],
};

/** The roles that an administrator gives: roles of their own kind. */
export const rolesOf = (administrator: string): readonly Role[] => ROLES[administrator] ?? [];
