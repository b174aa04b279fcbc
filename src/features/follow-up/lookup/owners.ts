import { Injectable } from '@nestjs/common';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { isGivenId } from '../../../core/http/fields/given-id.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { unprocessable } from '../../../core/shared/platform-error.js';
import { OWNERS } from './owners.queries.js';
import type { FollowUpOwner } from '../rules/follow-up.response.js';

/** The owners of follow-ups (follow-up 2.6). */
@Injectable()
export class FollowUpOwners {
  constructor(private readonly metadata: MetadataStore) {}

  /** Each of these people; without a name if their role has ended. */
  async named(
    auth: AuthContext,
    ids: readonly (string | null)[],
  ): Promise<(id: string | null) => FollowUpOwner | null> {
    const names = await this.namesOf(
      auth,
      ids.filter((id) => id !== null),
    );
    return (id) => (id === null ? null : { user_id: id, display_name: names.get(id) ?? null });
  }

  /** @throws 422 naming `owner` for a person without a role for the client */
  async assertHasRole(auth: AuthContext, owner: string | null): Promise<void> {
    if (owner === null || (await this.namesOf(auth, [owner])).has(owner)) return;
    throw unprocessable({
      loc: ['body', 'owner'],
      message: 'must be the user_id of a person with a role for this client',
      type: 'owner_unknown',
    });
  }

  private async namesOf(auth: AuthContext, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const known = [...new Set(ids)].filter(isGivenId);
    if (known.length === 0) return new Map();
    const rows = await this.metadata.read(auth, (db) =>
      db.query<{ user_id: string; display_name: string }>(OWNERS, [known]),
    );
    return new Map(rows.map((row) => [row.user_id, row.display_name]));
  }
}
