import { Injectable } from '@nestjs/common';
import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import {
  DialledVersions,
  type DialledVersion,
} from '../../calls/ingest/versions/dialled-versions.service.js';
import { DISPATCHED_VERSIONS } from './link.queries.js';

/** Gives calls the versions of their dispatches (dispatch 5.4). */
@Injectable()
export class DispatchedVersions {
  constructor(private readonly versions: DialledVersions) {}

  /** Call it last in a transaction of the tenant's store, once the calls are assigned. */
  async pass(tx: StoreReader, callIds: readonly string[]): Promise<void> {
    if (callIds.length === 0) return;
    await this.versions.store(tx, await tx.query<DialledVersion>(DISPATCHED_VERSIONS, [callIds]));
  }
}
