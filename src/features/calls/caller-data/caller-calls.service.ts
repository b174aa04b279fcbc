import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { COUNT_CALLS_OF } from './caller-calls.queries.js';

/** Lets other features find the calls of a person by hashes of the number alone. */
@Injectable()
export class CallerCalls {
  constructor(private readonly stores: TenantStores) {}

  /**
   * @param hashes of the number, under each matching key
   * @throws 503 when the store does not answer in time
   */
  async count(auth: AuthContext, hashes: readonly Buffer[]): Promise<number> {
    if (hashes.length === 0) return 0;
    const [row] = await this.stores.read<{ calls: number }>(
      auth,
      { ...COUNT_CALLS_OF, values: [hashes] },
      { isLong: true },
    );
    return row!.calls;
  }
}
