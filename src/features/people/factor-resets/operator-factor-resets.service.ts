import { Injectable } from '@nestjs/common';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { FactorResets } from '../../second-factors/resets/factor-resets.service.js';
import { ROLE_OF_SUBJECT } from '../lookup/people.queries.js';

/** Removes the second factors of a person by an operator's command (operations 4.14); no route uses this. */
@Injectable()
export class OperatorFactorResets {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly resets: FactorResets,
  ) {}

  /** @returns null if the person never had a role for the tenant */
  async reset(auth: AuthContext, subject: string): Promise<{ userId: string; factors: number } | null> {
    const [held] = await this.metadata.read(auth, (db) =>
      db.query<{ userId: string }>(ROLE_OF_SUBJECT, [subject]),
    );
    if (!held) return null;
    return { userId: held.userId, factors: await this.resets.reset(auth, held.userId) };
  }
}
