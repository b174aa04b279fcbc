import { Injectable } from '@nestjs/common';
import { Cooperative } from '../../../core/shared/cooperative.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { SealedValues } from '../../../core/privacy/keys/sealed-values.service.js';
import {
  CALLING_RULES,
  evidenceBlocks,
  evidenceSealContext,
  PERSONAL_EVIDENCE,
} from '../../campaigns/rules/eligibility/evidence-blocks.js';
import { RECORD_EVIDENCE } from '../lookup/claim.queries.js';
import type { ReadyToDial } from './ready-to-dial.js';

/** The evidence of each claimed call: why it was allowed (dispatch section 6). */
@Injectable()
export class ClaimEvidence {
  constructor(private readonly sealed: SealedValues) {}

  /** Loads the tenant's keys, so that no transaction waits for a key provider. @throws 503 */
  prepare(auth: AuthContext): Promise<void> {
    return this.sealed.prepare(auth);
  }

  /** @returns the sealed evidence by dispatch, as JSON */
  async seal(auth: AuthContext, ready: readonly ReadyToDial[]): Promise<Map<string, string>> {
    const evidence = new Map<string, string>();
    const slices = new Cooperative();
    for (const { dispatchId, decision, caller } of ready) {
      const pause = slices.yieldToEventLoop();
      if (pause) await pause;
      const blocks = { ...evidenceBlocks(decision, caller.summary) };
      const place = evidenceSealContext(auth, dispatchId);
      const sealed = await this.sealed.sealDocument(auth, place, PERSONAL_EVIDENCE, blocks);
      evidence.set(dispatchId, JSON.stringify(sealed));
    }
    return evidence;
  }

  /** Stores the evidence of the leased calls. */
  async record(
    tx: UnitOfWork,
    leased: readonly ReadyToDial[],
    evidence: ReadonlyMap<string, string>,
    now: Date,
  ): Promise<void> {
    await tx.query(RECORD_EVIDENCE, [
      leased.map(({ dispatchId }) => dispatchId),
      leased.map(({ projectId }) => projectId),
      leased.map(({ decision }) => decision.callType),
      leased.map(() => CALLING_RULES.jurisdiction),
      leased.map(({ dispatchId }) => evidence.get(dispatchId)),
      CALLING_RULES.source,
      CALLING_RULES.version,
      now,
    ]);
  }
}
