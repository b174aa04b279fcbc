import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import { SsoDomainEntity } from '../single-sign-on.entities.js';

/** The domains that are looked up each day. */
@Injectable()
export class DomainRows {
  verified(db: StoreReader): Promise<SsoDomainEntity[]> {
    return db.repo(SsoDomainEntity).find({ status: 'verified' }, { order: { domain: 'ASC' } });
  }

  /** @returns false for a domain that was verified again, removed or replaced since it was read */
  async save(
    db: StoreReader,
    { domain, token, status, checkedAt }: SsoDomainEntity,
    values: Partial<Pick<SsoDomainEntity, 'status' | 'checkedAt' | 'lastFoundAt'>>,
  ): Promise<boolean> {
    const read = { domain, token, status, checkedAt: checkedAt ?? IsNull() };
    return (await db.repo(SsoDomainEntity).update(read, values)) > 0;
  }
}
