import { Injectable } from '@nestjs/common';
import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import type { Tenant } from '../../../core/shared/auth-context.js';
import { DIRECTORY_USER_OF_SUBJECT } from './stored-users.queries.js';
import { StoredUsers } from './stored-users.service.js';

/** Finds the people of a directory who sign in through a connection of the client (directory 4.8). */
@Injectable()
export class ProvisionedSubjects {
  constructor(private readonly stored: StoredUsers) {}

  /**
   * The user whom a directory provisioned under one of these names, also if it has deleted the user
   * since; an external id counts before a user name. Null: none.
   */
  async find(
    db: StoreReader,
    tenant: Tenant,
    externalIds: readonly string[],
    userNames: readonly string[],
  ): Promise<string | null> {
    const [row] = await db.query<{ user_id: string }>(DIRECTORY_USER_OF_SUBJECT, [
      await this.stored.hashesOfNames(tenant, 'externalId', externalIds),
      await this.stored.hashesOfNames(tenant, 'userName', userNames),
    ]);
    return row?.user_id ?? null;
  }
}
