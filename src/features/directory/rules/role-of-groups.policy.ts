import { CUSTOMER_ROLES } from '../../../core/shared/roles.js';

/** A role that a directory can give: never one of partners or of our own staff (directory 4.1). */
export type DirectoryRole = (typeof CUSTOMER_ROLES)[number];

/** The role of the people of a group. */
export interface GroupRole {
  readonly group: string;
  readonly role: DirectoryRole;
}

/** Names of groups are compared without letter case and surrounding spaces. */
export const groupKey = (name: string): string => name.trim().toLowerCase();

/** The highest role of a person's groups; null if none of them has one. */
export function roleOfGroups(groups: readonly string[], roles: readonly GroupRole[]): DirectoryRole | null {
  const keys = new Set(groups.map(groupKey));
  const held = roles.filter(({ group }) => keys.has(groupKey(group))).map(({ role }) => role);
  return CUSTOMER_ROLES.find((role) => held.includes(role)) ?? null;
}
