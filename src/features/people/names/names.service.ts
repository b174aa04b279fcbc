import { Injectable } from '@nestjs/common';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { isGivenId } from '../../../core/http/fields/given-id.js';
import { organisationOf, type AuthContext } from '../../../core/shared/auth-context.js';
import { actorName, type StoredActor } from './actor-name.policy.js';
import { ACTORS } from './names.queries.js';
import type { NamesResponse } from './names.response.js';

/** Names who changed a thing, as far as a reader may know it (people section 6). */
@Injectable()
export class NamesService {
  constructor(private readonly metadata: MetadataStore) {}

  async find(auth: AuthContext, ids: readonly string[]): Promise<NamesResponse> {
    const asked = [...new Set(ids)];
    const given = asked.filter(isGivenId);
    const rows =
      given.length === 0
        ? []
        : await this.metadata.read(auth, (db) =>
            db.query<StoredActor & { readonly id: string }>(ACTORS, [given]),
          );
    const actors = new Map(rows.map((row) => [row.id, row]));
    const reader = { scope: auth.scope, organisationId: organisationOf(auth) };
    return { items: asked.map((id) => ({ id, ...actorName(reader, id, actors.get(id) ?? null) })) };
  }
}
