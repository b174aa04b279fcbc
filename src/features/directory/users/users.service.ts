import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { PlatformError } from '../../../core/shared/platform-error.js';
import { Clock } from '../../../core/time/clock.js';
import { ProvisionedPeople } from '../../people/provisioning/provisioned-people.service.js';
import { DIRECTORY_ERRORS } from '../directory.errors.js';
import { DirectoryRoles, settingsOf } from '../lookup/directory-roles.service.js';
import { ProvisioningEvents, type Provisioned } from '../lookup/provisioning-events.service.js';
import type { Attributes } from '../rules/attributes.policy.js';
import type { ListQuery } from '../rules/filter.policy.js';
import { listOf, permits, userResource, type Resource } from '../rules/resources.policy.js';
import { uniqueness } from '../rules/scim-refusals.js';
import { addressesOf, readUser, shownName, type UserAttributes } from '../rules/user-attributes.policy.js';
import { patchedUser } from '../rules/user-patch.policy.js';
import { storedOf, StoredUsers, type UserRow } from '../lookup/stored-users.service.js';
import {
  ADD_DIRECTORY_USER,
  COUNT_DIRECTORY_USERS,
  END_DIRECTORY_USER,
  LIST_DIRECTORY_USERS,
  SAVE_DIRECTORY_USER,
} from './users.queries.js';

/** The most people of one directory. */
const MOST_USERS = 5_000;

interface Total {
  readonly total: number;
}

/** The people whom a directory provisions (directory section 3). */
@Injectable()
export class UsersService {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly events: ProvisioningEvents,
    private readonly stored: StoredUsers,
    private readonly people: ProvisionedPeople,
    private readonly roles: DirectoryRoles,
    private readonly clock: Clock,
  ) {}

  async list(auth: AuthContext, { filter, startIndex, count }: ListQuery): Promise<object> {
    const criteria = await this.stored.criteriaOf(auth, filter);
    if (criteria === null) return listOf([], 0, startIndex);
    return this.metadata.read(auth, async (db) => {
      const rows = await db.query<UserRow>(LIST_DIRECTORY_USERS, [...criteria, count, startIndex - 1]);
      const [counted] = await db.query<Total>(COUNT_DIRECTORY_USERS, criteria);
      const resources = await Promise.all(rows.map((row) => this.resourceOf(auth, row)));
      return listOf(resources, counted!.total, startIndex);
    });
  }

  /** @throws 404 */
  show(auth: AuthContext, id: string): Promise<Resource> {
    return this.metadata.read(auth, async (db) => this.resourceOf(auth, await this.stored.find(db, id)));
  }

  /**
   * Makes a person, or takes over one who was linked or deleted before under this user name.
   * @throws 400, 409 for a name that is taken, and for an address of a person who is not linked
   */
  create(auth: AuthContext, body: Attributes): Promise<Resource> {
    return this.events.run(auth, 'user.create', null, async (tx) => {
      const user = readUser(body);
      const before = await this.stored.named(tx, auth, user.userName);
      if (before?.status === 'provisioned')
        throw uniqueness(
          'Another person of the directory has this userName. Change that person, or send another userName.',
        );
      if (before) return this.save(tx, auth, before.user_id, user, SAVE_DIRECTORY_USER);
      await this.refuseUnlinked(tx, auth, user);
      const [counted] = await tx.query<Total>(COUNT_DIRECTORY_USERS, [null, null, null, null]);
      if (counted!.total >= MOST_USERS) {
        const message = `The directory has ${MOST_USERS} people, which is the limit. First delete people who have left.`;
        throw new PlatformError(DIRECTORY_ERRORS.tooMany, { message });
      }
      const id = randomUUID();
      await this.people.add(tx, auth, id, shownName(user));
      return this.save(tx, auth, id, user, ADD_DIRECTORY_USER);
    });
  }

  /** @throws 400, 404, 409, 412 */
  replace(auth: AuthContext, id: string, body: Attributes, ifMatch: string | undefined): Promise<Resource> {
    return this.change(auth, id, ifMatch, () => readUser(body));
  }

  /** @throws 400, 404, 409, 412 */
  patch(auth: AuthContext, id: string, body: Attributes, ifMatch: string | undefined): Promise<Resource> {
    return this.change(auth, id, ifMatch, (before) => patchedUser(before, body));
  }

  /** Removes a person of the directory. The account stays, without a role. @throws 404, 409, 412 */
  remove(auth: AuthContext, id: string, ifMatch: string | undefined): Promise<void> {
    return this.events.run(auth, 'user.delete', id, async (tx) => {
      const before = await this.stored.find(tx, id);
      requireRevision(before, ifMatch);
      await tx.query(END_DIRECTORY_USER, [id, this.clock.now()]);
      await this.roles.settle(tx, auth, [id], await settingsOf(tx));
      return { id, result: undefined };
    });
  }

  private change(
    auth: AuthContext,
    id: string,
    ifMatch: string | undefined,
    next: (before: UserAttributes) => UserAttributes,
  ): Promise<Resource> {
    return this.events.run(auth, 'user.change', id, async (tx) => {
      const row = await this.stored.find(tx, id);
      requireRevision(row, ifMatch);
      const before = await this.stored.attributesOf(auth, row);
      const after = next(before);
      // A repeated request keeps the revision, but roles are decided again.
      if (JSON.stringify(before) === JSON.stringify(after)) {
        await this.roles.settle(tx, auth, [id], await settingsOf(tx));
        return { id, result: userResource(storedOf(row), before) };
      }
      if (after.userName.toLowerCase() !== before.userName.toLowerCase()) {
        const other = await this.stored.named(tx, auth, after.userName);
        if (other && other.user_id !== id)
          throw uniqueness('Another person of the directory has this userName. Send another one.');
        await this.refuseUnlinked(tx, auth, after, row);
      }
      return this.save(tx, auth, id, after, SAVE_DIRECTORY_USER);
    });
  }

  private async save(
    tx: UnitOfWork,
    auth: AuthContext,
    id: string,
    user: UserAttributes,
    statement: typeof SAVE_DIRECTORY_USER,
  ): Promise<Provisioned<Resource>> {
    const values = await this.stored.valuesOf(auth, id, user);
    await tx.query(statement, [id, ...values, this.clock.now()]);
    await this.people.rename(tx, id, shownName(user));
    await this.roles.settle(tx, auth, [id], await settingsOf(tx));
    return { id, result: userResource(storedOf(await this.stored.find(tx, id)), user) };
  }

  /** @throws 409 if a person of the client has one of these addresses and is not linked (directory 4.3) */
  private async refuseUnlinked(
    tx: UnitOfWork,
    auth: AuthContext,
    user: UserAttributes,
    row?: UserRow,
  ): Promise<void> {
    if (row?.origin === 'linked' || (await this.people.invitedAt(tx, auth, addressesOf(user))).length === 0)
      return;
    throw uniqueness(
      'A person of the client who is not linked to the directory has this address. Ask an administrator of the client to link the person on the Directory page.',
    );
  }

  private async resourceOf(auth: AuthContext, row: UserRow): Promise<Resource> {
    return userResource(storedOf(row), await this.stored.attributesOf(auth, row));
  }
}

function requireRevision({ revision }: UserRow, ifMatch: string | undefined): void {
  if (!permits(ifMatch, revision)) throw new PlatformError(DIRECTORY_ERRORS.stale);
}
