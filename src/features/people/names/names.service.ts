import { Injectable } from '@nestjs/common';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { isGivenId } from '../../../core/http/fields/given-id.js';
import { organisationOf, type AuthContext } from '../../../core/shared/auth-context.js';
import { INTERNAL_ROLES, type PortalRole } from '../../../core/shared/roles.js';
import { actorName, type ActorWord, type StoredActor } from './actor-name.policy.js';
import { ACTORS } from './names.queries.js';
import type { NamesResponse } from './names.response.js';
import { PEOPLE_WITH_ROLES } from './people-with-roles.queries.js';

// For the documents of features that show actors.
export { ACTOR_WORDS, type ActorWord } from './actor-name.policy.js';

interface KnownActor {
  readonly kind: ActorWord;
  readonly display_name: string | null;
  /** Whether it is a person who has a role for the client now. */
  readonly hasRole: boolean;
}

interface PersonWithRole {
  readonly user_id: string;
  readonly role: PortalRole;
  /** Only for colleagues. */
  readonly display_name: string | null;
}

/** Names the actors of changes, if the reader may know them (people section 6). */
@Injectable()
export class NamesService {
  constructor(private readonly metadata: MetadataStore) {}

  async find(auth: AuthContext, ids: readonly string[]): Promise<NamesResponse> {
    const asked = [...new Set(ids)];
    const actors = await this.actors(auth, asked);
    return {
      items: asked.map((id) => {
        const { kind, display_name } = actors.get(id)!;
        return { id, kind, display_name };
      }),
    };
  }

  /**
   * The active people with one of these roles who see a project; internal staff only for itself.
   * @param projectId null: without those who see only assigned projects
   */
  async withRoles(
    auth: AuthContext,
    roles: readonly PortalRole[],
    projectId: string | null,
  ): Promise<readonly PersonWithRole[]> {
    const isInternal = (role: PortalRole): boolean => INTERNAL_ROLES.includes(role);
    const shown = roles.filter((role) => !isInternal(role) || INTERNAL_ROLES.some((it) => it === auth.scope));
    const rows = await this.metadata.read(auth, (db) =>
      db.query<StoredActor & { readonly user_id: string; readonly role: PortalRole }>(PEOPLE_WITH_ROLES, [
        shown,
        projectId,
      ]),
    );
    const reader = { scope: auth.scope, organisationId: organisationOf(auth) };
    return rows.map(({ user_id, role, ...actor }) => ({
      user_id,
      role,
      display_name: actorName(reader, user_id, { ...actor, role }).display_name,
    }));
  }

  /** Each of these actors, as the caller may see them. */
  async actors(auth: AuthContext, ids: readonly string[]): Promise<ReadonlyMap<string, KnownActor>> {
    const given = ids.filter(isGivenId);
    const rows =
      given.length === 0
        ? []
        : await this.metadata.read(auth, (db) =>
            db.query<StoredActor & { readonly id: string }>(ACTORS, [given]),
          );
    const stored = new Map(rows.map((row) => [row.id, row]));
    const reader = { scope: auth.scope, organisationId: organisationOf(auth) };
    return new Map(
      ids.map((id) => {
        const actor = stored.get(id) ?? null;
        const hasRole = actor !== null && actor.role !== null && actor.active;
        return [id, { ...actorName(reader, id, actor), hasRole }];
      }),
    );
  }
}
