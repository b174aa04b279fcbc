import { Injectable } from '@nestjs/common';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { Cursors, type CursorBinding } from '../../../core/http/paging/cursor.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { Clock } from '../../../core/time/clock.js';
import { SealedNotes } from '../lookup/sealed-notes.js';
import { toUnlock, type UnlockRow } from '../lookup/unlock-rows.js';
import { ACTIVE_MS, WAIT_MS } from '../rules/unlock-state.policy.js';
import { UNLOCKS_PAGE } from './queue.queries.js';
import type { UnlockQueueRequest } from './queue.request.js';
import type { UnlockQueueResponse } from './queue.response.js';

/** The position before the newest unlock: the list is in descending order. */
const NEWEST = [new Date('9999-12-31T00:00:00Z'), 'ffffffff-ffff-ffff-ffff-ffffffffffff'] as const;

/** Lists the unlocks of a client for those who decide (unlocks 2.6). */
@Injectable()
export class UnlockQueue {
  constructor(
    private readonly stores: TenantStores,
    private readonly notes: SealedNotes,
    private readonly cursors: Cursors,
    private readonly clock: Clock,
  ) {}

  /** @throws 400 for a cursor of another list, 503 */
  async list(
    auth: AuthContext,
    { state, page_size: size, cursor }: UnlockQueueRequest,
  ): Promise<UnlockQueueResponse> {
    const binding: CursorBinding = {
      route: 'GET /v1/security/pii-unlock-requests',
      tenant: auth,
      filter: { state },
    };
    const [ms, id] = cursor === undefined ? [] : this.cursors.decode(binding, cursor);
    const after = cursor === undefined ? NEWEST : [new Date(Number(ms)), String(id)];
    const now = this.clock.now();
    const rows = await this.stores.read<UnlockRow>(auth, {
      ...UNLOCKS_PAGE,
      values: [...after, size + 1, state ?? null, now, WAIT_MS, ACTIVE_MS],
    });
    const shown = rows.slice(0, size);
    const last = rows.length > size ? shown.at(-1) : undefined;
    const notes = await Promise.all(
      shown.map((row) => this.notes.open(auth, row.unlock_id, row.note_encrypted)),
    );
    return {
      items: shown.map((row, at) => toUnlock(row, notes[at]!, now)),
      ...(last && {
        next_cursor: this.cursors.encode(binding, [last.requested_at.getTime(), last.unlock_id]),
      }),
    };
  }
}
