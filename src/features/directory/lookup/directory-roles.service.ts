import { Injectable } from '@nestjs/common';
import type { StoreReader, UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { ProvisionedPeople, type WantedRole } from '../../people/provisioning/provisioned-people.service.js';
import { roleOfGroups, type GroupRole } from '../rules/role-of-groups.policy.js';
import { DIRECTORY_SETTINGS, GOVERNED_PEOPLE, RULE_BY_GROUPS } from './directory.queries.js';

/** The setup of a client's directory. */
export interface DirectorySettings {
  readonly isOn: boolean;
  readonly endsKeys: boolean;
  readonly groupRoles: readonly GroupRole[];
  readonly updatedAt: Date | null;
  readonly updatedBy: string | null;
}

interface SettingsRow {
  readonly is_on: boolean;
  readonly ends_keys: boolean;
  readonly group_roles: GroupRole[];
  readonly updated_at: Date;
  readonly updated_by: string;
}

interface GovernedRow {
  readonly user_id: string;
  readonly is_in: boolean;
  readonly origin: 'made' | 'linked';
  readonly ruled_by_groups: boolean;
  readonly groups: string[];
}

/** The setup of a directory; one that was never saved is off. */
export async function settingsOf(db: StoreReader): Promise<DirectorySettings> {
  const [row] = await db.query<SettingsRow>(DIRECTORY_SETTINGS);
  return {
    isOn: row?.is_on ?? false,
    endsKeys: row?.ends_keys ?? true,
    groupRoles: row?.group_roles ?? [],
    updatedAt: row?.updated_at ?? null,
    updatedBy: row?.updated_by ?? null,
  };
}

/** Gives the people of a directory the roles of their groups (directory section 4). */
@Injectable()
export class DirectoryRoles {
  constructor(private readonly people: ProvisionedPeople) {}

  /**
   * @param userIds whose role may change; null: of everyone
   * @throws LastAdministrator
   */
  async settle(
    tx: UnitOfWork,
    auth: AuthContext,
    userIds: readonly string[] | null,
    { groupRoles, endsKeys }: DirectorySettings,
  ): Promise<void> {
    if (userIds?.length === 0) return;
    const rows = await tx.query<GovernedRow>(GOVERNED_PEOPLE, [userIds]);
    const ruled = rows.filter(({ groups }) => roleOfGroups(groups, groupRoles) !== null);
    await tx.query(RULE_BY_GROUPS, [ruled.map(({ user_id: id }) => id)]);
    const wanted = rows.map((row) => ({ userId: row.user_id, role: wantedRole(row, groupRoles) }));
    await this.people.settle(tx, auth, wanted, endsKeys);
  }
}

/** A linked person keeps the earlier role until a group decides for the first time (directory 4.4). */
function wantedRole(row: GovernedRow, groupRoles: readonly GroupRole[]): WantedRole['role'] {
  if (!row.is_in) return null;
  const role = roleOfGroups(row.groups, groupRoles);
  return role === null && row.origin === 'linked' && !row.ruled_by_groups ? 'own' : role;
}
