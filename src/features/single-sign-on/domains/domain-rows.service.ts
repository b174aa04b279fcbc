import { Injectable } from '@nestjs/common';
import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import { SsoDomainEntity } from '../single-sign-on.entities.js';

/** The domains that are looked up each day. */
@Injectable()
export class DomainRows {
  verified(db: StoreReader): Promise<SsoDomainEntity[]> {
    return db.repo(SsoDomainEntity).find({ status: 'verified' }, { order: { domain: 'ASC' } });
  }

  async save(
    db: StoreReader,
    domain: string,
    values: Partial<Pick<SsoDomainEntity, 'status' | 'checkedAt' | 'lastFoundAt'>>,
  ): Promise<void> {
    await db.repo(SsoDomainEntity).update({ domain }, values);
  }
}
