import { expect, it } from 'vitest';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { unavailable } from '../../../core/shared/platform-error.js';
import { NoSlotError } from '../../../core/shared/keyed-limiter.js';
import type { StoreNotices } from '../../../core/database/stores/store-notices.service.js';
import type { DispatchLease } from '../rules/take.response.js';
import type { ClaimService } from './claim.service.js';
import { WaitingClaims } from './waiting-claims.service.js';

const LEASE = { dispatch_id: 'd-1' } as DispatchLease;
const contended = unavailable(new NoSlotError('timeout'), 1);
const dead = unavailable(new Error('the store'), 1);

/** A runtime that claims once, and gets these results one after the other. */
function asking(answers: (Error | readonly DispatchLease[])[], waitSeconds: number) {
  const claims = {
    claim: () => {
      const answer = answers.shift() ?? [];
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
    untilNextDue: () => Promise.resolve(null),
  } as unknown as ClaimService;
  const notices = {
    listen: () => Promise.resolve(),
    next: () => new Promise(() => undefined),
  } as unknown as StoreNotices;
  const request = { max: 1, wait_seconds: waitSeconds };
  return new WaitingClaims(claims, notices).claim({} as AuthContext, request, new AbortController().signal);
}

// dispatch 1.4
it('waits for another turn where others of its client had theirs for too long', async () => {
  expect(await asking([contended, contended, [LEASE]], 20)).toEqual([LEASE]);
});

it('says so where the runtime has no time', async () => {
  await expect(asking([contended, [LEASE]], 0)).rejects.toBe(contended);
});

it('does not wait for a store that is dead', async () => {
  await expect(asking([dead, [LEASE]], 20)).rejects.toBe(dead);
});
