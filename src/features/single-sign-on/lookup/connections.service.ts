import { Injectable } from '@nestjs/common';
import { isGivenId } from '../../../core/http/fields/given-id.js';
import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import { notFound } from '../../../core/shared/platform-error.js';
import { SsoConnectionEntity } from '../single-sign-on.entities.js';

/** Finds connections of a client. */
@Injectable()
export class Connections {
  all(db: StoreReader): Promise<SsoConnectionEntity[]> {
    return db.repo(SsoConnectionEntity).find({}, { order: { createdAt: 'ASC', connectionId: 'ASC' } });
  }

  /** @throws 404 for an absent or a foreign one */
  async one(db: StoreReader, connectionId: string): Promise<SsoConnectionEntity> {
    const found = isGivenId(connectionId)
      ? await db.repo(SsoConnectionEntity).findOne({ connectionId })
      : null;
    if (!found) throw notFound();
    return found;
  }
}
