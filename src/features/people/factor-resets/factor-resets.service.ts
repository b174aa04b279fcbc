import { Injectable } from '@nestjs/common';
import { isGivenId } from '../../../core/http/fields/given-id.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { notFound } from '../../../core/shared/platform-error.js';
import { FactorResets } from '../../second-factors/resets/factor-resets.service.js';
import { FIND_PERSON_OF_CLIENT } from '../lookup/people.queries.js';
import { managedBy, type PersonRow } from '../lookup/person-rows.js';

/** Removes the second factors of people whom the caller manages. */
@Injectable()
export class PersonFactorResets {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly resets: FactorResets,
  ) {}

  /** @returns how many. @throws 404 if the caller manages no such person */
  async reset(auth: AuthContext, userId: string): Promise<number> {
    if (!isGivenId(userId)) throw notFound();
    const [person] = await this.metadata.read(auth, (db) =>
      db.query<PersonRow>(FIND_PERSON_OF_CLIENT, [...managedBy(auth), userId]),
    );
    if (!person) throw notFound();
    return this.resets.byAdministrator(auth, person.user_id);
  }
}
