import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { ValueUnavailableError } from '../../../core/privacy/keys/sealed-values.errors.js';
import { SealedValues } from '../../../core/privacy/keys/sealed-values.service.js';
import type { NumberRules } from '../../dialling/numbers/dialled-numbers.service.js';
import { suppressedAmong } from '../../campaigns/lookup/suppressed-numbers.js';
import { decideContact } from '../../campaigns/rules/eligibility/decide-contact.policy.js';
import { callerOf } from '../../campaigns/rules/opened-caller.js';
import { singleCallSealContext } from '../../campaigns/rules/single-call-seal.js';
import { campaignOfCall, contactOfCall } from '../../campaigns/contact-rows/single-call.policy.js';
import type { RefusedCode, SingleCall } from '../../campaigns/contact-rows/single-call.policy.js';
import type { ReadyToDial } from './ready-to-dial.js';
import { CLAIM_SINGLES, REFUSE_SINGLE, WAITING_PROJECTS } from '../lookup/single.queries.js';
import { MAX_ROUNDS } from './choose-contacts.js';

interface ClaimedCall {
  readonly dispatchId: string;
  readonly projectId: string;
  readonly phoneHash: Buffer;
  readonly call: Readonly<Record<string, unknown>>;
  readonly projectVersion: number;
  readonly contentHash: string;
}

/** The conditions for choosing single calls. */
interface SingleTurn {
  /** The projects with a free slot. */
  readonly projectIds: readonly string[];
  readonly max: number;
  readonly now: Date;
  /** Hashes of the numbers chosen so far by the claim; the service adds to them. */
  readonly numbers: Set<string>;
  /** Decides which numbers are dialled for the client. */
  readonly judge: NumberRules;
}

/** Chooses among single calls (dispatch 7.6). */
@Injectable()
export class SingleClaims {
  constructor(private readonly sealed: SealedValues) {}

  /** The projects with such calls waiting. */
  async projects(tx: UnitOfWork, now: Date): Promise<string[]> {
    const rows = await tx.query<{ projectId: string }>(WAITING_PROJECTS, [now]);
    return rows.map(({ projectId }) => projectId);
  }

  /**
   * Chooses at most `max` single calls that have waited longest and may still be called, and locks
   * them until the transaction ends. Calls that may no longer be made are refused; in the evening
   * these are all of them. After a number of rounds the next request continues, as with contacts.
   * If several calls go to one number, the first is chosen, and the others keep waiting.
   */
  async choose(tx: UnitOfWork, auth: AuthContext, turn: SingleTurn): Promise<ReadyToDial[]> {
    const { projectIds, max, now, numbers } = turn;
    const chosen: ReadyToDial[] = [];
    const seen: string[] = [];
    let isMore = projectIds.length > 0;
    for (let round = 0; isMore && chosen.length < max && round < MAX_ROUNDS; round += 1) {
      const wanted = max - chosen.length;
      const claimed = await tx.query<ClaimedCall>(CLAIM_SINGLES, [projectIds, wanted, now, seen]);
      seen.push(...claimed.map(({ dispatchId }) => dispatchId));
      for (const one of claimed) {
        const number = one.phoneHash.toString('hex');
        if (numbers.has(number)) continue;
        const ready = await this.decide(tx, auth, one, turn);
        if (ready === null) continue;
        numbers.add(number);
        chosen.push(ready);
      }
      isMore = claimed.length === wanted;
    }
    return chosen;
  }

  /** @returns null if the call is refused */
  private async decide(
    tx: UnitOfWork,
    auth: AuthContext,
    claimed: ClaimedCall,
    { now, judge }: SingleTurn,
  ): Promise<ReadyToDial | null> {
    const { dispatchId, projectId, phoneHash } = claimed;
    const refuse = async (codes: readonly RefusedCode[]): Promise<null> => {
      await tx.query(REFUSE_SINGLE, [dispatchId, JSON.stringify(codes)]);
      return null;
    };
    const call = await this.open(auth, claimed);
    if (call === null) return refuse(['invalid_number']);
    // An operator may have withdrawn its range since the request (dispatch 8.1).
    if (judge(call.contact.to_number) !== null) return refuse(['number_not_dialled']);
    const suppressed = await suppressedAmong(tx, projectId, [phoneHash]);
    const caller = callerOf(call.compliance);
    const contact = contactOfCall(call, suppressed.size > 0);
    const decision = decideContact(contact, campaignOfCall(call, caller.summary), now);
    if (!decision.callable) return refuse(decision.reasons);
    return {
      dispatchId,
      projectId,
      campaignId: null,
      contactId: null,
      attemptNumber: 1,
      phoneHash,
      decision,
      opened: { toNumber: call.contact.to_number, personalization: call.personalization },
      caller,
      versionNumber: claimed.projectVersion,
      contentHash: claimed.contentHash,
      voicemailPolicy: call.voicemail_policy,
    };
  }

  /**
   * Null if the stored values cannot be opened.
   * @throws KeyUnavailableError (503)
   */
  private async open(auth: AuthContext, { dispatchId, call }: ClaimedCall): Promise<SingleCall | null> {
    try {
      const opened = await this.sealed.openDocument(auth, singleCallSealContext(auth, dispatchId), call);
      return opened as unknown as SingleCall;
    } catch (error) {
      if (error instanceof ValueUnavailableError && error.reason === 'does_not_open') return null;
      throw error;
    }
  }
}
