import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import type { StoreReader, UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { isGivenId } from '../../../core/http/fields/given-id.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { notFound, PlatformError } from '../../../core/shared/platform-error.js';
import { Clock } from '../../../core/time/clock.js';
import { DIRECTORY_ERRORS } from '../directory.errors.js';
import { DirectoryRoles, settingsOf } from '../lookup/directory-roles.service.js';
import { ProvisioningEvents } from '../lookup/provisioning-events.service.js';
import type { Attributes } from '../rules/attributes.policy.js';
import type { Equality, ListQuery } from '../rules/filter.policy.js';
import {
  MOST_MEMBERS,
  patchedGroup,
  readGroup,
  type GroupAttributes,
  type GroupChanges,
  type MemberChanges,
} from '../rules/group-changes.policy.js';
import { groupResource, listOf, permits, type Resource, type Stored } from '../rules/resources.policy.js';
import { groupKey } from '../rules/role-of-groups.policy.js';
import { uniqueness } from '../rules/scim-refusals.js';
import {
  ADD_DIRECTORY_GROUP,
  ADD_MEMBERS,
  COUNT_DIRECTORY_GROUPS,
  DELETE_DIRECTORY_GROUP,
  LIST_DIRECTORY_GROUPS,
  MEMBERS_OF_GROUPS,
  REMOVE_MEMBERS,
  REMOVE_OTHER_MEMBERS,
  SAVE_DIRECTORY_GROUP,
} from './groups.queries.js';

/** The most groups of one directory. */
const MOST_GROUPS = 1_000;

/** The most members in one response, for all groups together. */
const MOST_SHOWN_MEMBERS = 50_000;

interface GroupRow {
  readonly group_id: string;
  readonly display_name: string;
  readonly external_id: string | null;
  readonly revision: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

interface MemberRow {
  readonly group_id: string;
  readonly user_id: string;
}

type Criteria = readonly [id: string | null, key: string | null, externalId: string | null];

/** The groups of a directory, which decide the roles of its people (directory sections 3 and 4). */
@Injectable()
export class GroupsService {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly events: ProvisioningEvents,
    private readonly roles: DirectoryRoles,
    private readonly clock: Clock,
  ) {}

  async list(auth: AuthContext, query: ListQuery): Promise<object> {
    const { filter, startIndex, count, withoutMembers } = query;
    const criteria = criteriaOf(filter);
    if (criteria === null) return listOf([], 0, startIndex);
    return this.metadata.read(auth, async (db) => {
      const rows = await db.query<GroupRow>(LIST_DIRECTORY_GROUPS, [...criteria, count, startIndex - 1]);
      const [counted] = await db.query<{ total: number }>(COUNT_DIRECTORY_GROUPS, criteria);
      return listOf(await shown(db, rows, withoutMembers), counted!.total, startIndex);
    });
  }

  /** @throws 404 */
  show(auth: AuthContext, id: string, withoutMembers: boolean): Promise<Resource> {
    return this.metadata.read(auth, async (db) => {
      const [resource] = await shown(db, [await find(db, id)], withoutMembers);
      return resource!;
    });
  }

  /** @throws 400, 409 for a name that is taken */
  create(auth: AuthContext, body: Attributes): Promise<Resource> {
    return this.events.run(auth, 'group.create', null, async (tx) => {
      const changes = readGroup(body);
      await refuseTaken(tx, changes.attributes, null);
      const [counted] = await tx.query<{ total: number }>(COUNT_DIRECTORY_GROUPS, [null, null, null]);
      if (counted!.total >= MOST_GROUPS) {
        const message = `The directory has ${MOST_GROUPS} groups, which is the limit. First delete groups that are not used.`;
        throw new PlatformError(DIRECTORY_ERRORS.tooMany, { message });
      }
      const id = randomUUID();
      await tx.query(ADD_DIRECTORY_GROUP, [id, ...valuesOf(changes.attributes), this.clock.now()]);
      const joined = await changeMembers(tx, id, changes.members);
      await this.roles.settle(tx, auth, joined, await settingsOf(tx));
      return { id, result: (await shown(tx, [await find(tx, id)], false))[0]! };
    });
  }

  /** @throws 400, 404, 409, 412 */
  replace(auth: AuthContext, id: string, body: Attributes, ifMatch: string | undefined): Promise<Resource> {
    return this.change(auth, id, ifMatch, () => readGroup(body));
  }

  /** @throws 400, 404, 409, 412 */
  patch(auth: AuthContext, id: string, body: Attributes, ifMatch: string | undefined): Promise<Resource> {
    return this.change(auth, id, ifMatch, (before) => patchedGroup(before, body));
  }

  /** Removes a group; its members lose the role that it gave. @throws 404, 409, 412 */
  remove(auth: AuthContext, id: string, ifMatch: string | undefined): Promise<void> {
    return this.events.run(auth, 'group.delete', id, async (tx) => {
      requireRevision(await find(tx, id), ifMatch);
      const members = await tx.query<MemberRow>(MEMBERS_OF_GROUPS, [[id], MOST_MEMBERS]);
      await tx.query(DELETE_DIRECTORY_GROUP, [id]);
      const left = members.map(({ user_id: userId }) => userId);
      await this.roles.settle(tx, auth, left, await settingsOf(tx));
      return { id, result: undefined };
    });
  }

  private change(
    auth: AuthContext,
    id: string,
    ifMatch: string | undefined,
    next: (before: GroupAttributes) => GroupChanges,
  ): Promise<Resource> {
    return this.events.run(auth, 'group.change', id, async (tx) => {
      const row = await find(tx, id);
      requireRevision(row, ifMatch);
      const before = attributesOf(row);
      const { attributes, members } = next(before);
      const isRenamed = groupKey(attributes.displayName) !== groupKey(before.displayName);
      if (isRenamed) await refuseTaken(tx, attributes, id);
      const moved = await changeMembers(tx, id, members);
      if (moved.length > 0 || JSON.stringify(attributes) !== JSON.stringify(before))
        await tx.query(SAVE_DIRECTORY_GROUP, [id, ...valuesOf(attributes), this.clock.now()]);
      await this.roles.settle(tx, auth, isRenamed ? null : moved, await settingsOf(tx));
      return { id, result: (await shown(tx, [await find(tx, id)], false))[0]! };
    });
  }
}

/** @returns who joined or left. Ids of people whom the directory does not govern have no effect (directory 3.6). */
async function changeMembers(
  tx: UnitOfWork,
  id: string,
  { replacesAll, added, removed }: MemberChanges,
): Promise<readonly string[]> {
  const gone = replacesAll
    ? await tx.query<MemberRow>(REMOVE_OTHER_MEMBERS, [id, [...added]])
    : await tx.query<MemberRow>(REMOVE_MEMBERS, [id, [...removed]]);
  const joined = await tx.query<MemberRow>(ADD_MEMBERS, [id, [...added]]);
  return [...gone, ...joined].map(({ user_id: userId }) => userId);
}

/** @throws 409 if another group has this name */
async function refuseTaken(
  tx: StoreReader,
  { displayName }: GroupAttributes,
  id: string | null,
): Promise<void> {
  const rows = await tx.query<GroupRow>(LIST_DIRECTORY_GROUPS, [null, groupKey(displayName), null, 1, 0]);
  if (rows.some(({ group_id: other }) => other !== id))
    throw uniqueness('Another group of the directory has this displayName. Send another one.');
}

/** @throws 404 */
async function find(db: StoreReader, id: string): Promise<GroupRow> {
  // PostgreSQL rejects the statement if a text is not a UUID.
  const [row] = isGivenId(id) ? await db.query<GroupRow>(LIST_DIRECTORY_GROUPS, [id, null, null, 1, 0]) : [];
  if (!row) throw notFound();
  return row;
}

async function shown(
  db: StoreReader,
  rows: readonly GroupRow[],
  withoutMembers: boolean,
): Promise<readonly Resource[]> {
  const ids = rows.map(({ group_id: id }) => id);
  const members = withoutMembers
    ? []
    : await db.query<MemberRow>(MEMBERS_OF_GROUPS, [ids, MOST_SHOWN_MEMBERS]);
  const byGroup = Map.groupBy(members, ({ group_id: id }) => id);
  return rows.map((row) => {
    const own = byGroup.get(row.group_id) ?? [];
    const listed = withoutMembers ? null : own.map(({ user_id: userId }) => userId);
    return groupResource(storedOf(row), attributesOf(row), listed);
  });
}

function criteriaOf(filter: Equality | null): Criteria | null {
  if (filter === null) return [null, null, null];
  const { attribute, value } = filter;
  if (attribute === 'displayName') return [null, groupKey(value), null];
  if (attribute === 'externalId') return [null, null, value];
  return attribute === 'id' && isGivenId(value) ? [value, null, null] : null;
}

const valuesOf = ({ displayName, externalId }: GroupAttributes): readonly (string | null)[] => [
  displayName,
  groupKey(displayName),
  externalId,
];

const attributesOf = (row: GroupRow): GroupAttributes => ({
  displayName: row.display_name,
  externalId: row.external_id,
});

const storedOf = (row: GroupRow): Stored => ({
  id: row.group_id,
  revision: row.revision,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

function requireRevision({ revision }: GroupRow, ifMatch: string | undefined): void {
  if (!permits(ifMatch, revision)) throw new PlatformError(DIRECTORY_ERRORS.stale);
}
