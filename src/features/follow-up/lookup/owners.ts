import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { unprocessable } from '../../../core/shared/platform-error.js';
import { NamesService } from '../../people/names/names.service.js';
import type { FollowUpOwner } from '../rules/follow-up.response.js';

/** The owners of follow-ups (follow-up 2.6). */
@Injectable()
export class FollowUpOwners {
  constructor(private readonly names: NamesService) {}

  /** Each of these people, by name if they are colleagues of the reader. */
  async named(
    auth: AuthContext,
    ids: readonly (string | null)[],
  ): Promise<(id: string | null) => FollowUpOwner | null> {
    const people = await this.names.actors(auth, [...new Set(ids.filter((id) => id !== null))]);
    return (id) => (id === null ? null : { user_id: id, display_name: people.get(id)?.display_name ?? null });
  }

  /** @throws 422 naming `owner` for a person without a role for the client */
  async assertHasRole(auth: AuthContext, owner: string): Promise<void> {
    if ((await this.names.actors(auth, [owner])).get(owner)?.hasRole) return;
    throw unprocessable({
      loc: ['body', 'owner'],
      message: 'must be the user_id of a person with a role for this client',
      type: 'owner_unknown',
    });
  }
}
