import { Injectable } from '@nestjs/common';
import { isSameJson } from '../../../../core/json/canonical-json.policy.js';
import type { AuthContext } from '../../../../core/kernel/auth-context.js';
import { unprocessable } from '../../../../core/kernel/platform-error.js';
import type { FieldError } from '../../../../core/kernel/platform-error.js';
import type { StoreReader, UnitOfWork } from '../../../../core/kernel/unit-of-work.js';
import type { PlannedRelease, ReleaseGate } from '../release-gates.js';
import { inboundNumbersOf, NAMING_SECTION, takenFaults } from '../../configuration/inbound-numbers.policy.js';
import { InboundNumbers } from '../../configuration/inbound-numbers.service.js';

/** Lets a project answer the inbound numbers that no other published project of the client answers (workspace 11.12). */
@Injectable()
export class InboundNumberGate implements ReleaseGate {
  constructor(private readonly numbers: InboundNumbers) {}

  async faults(db: StoreReader, auth: AuthContext, release: PlannedRelease): Promise<FieldError[]> {
    const { kind, state, published, next } = release;
    // The customer's own part names no numbers (workspace 10.5).
    if (kind === 'dashboard') return [];
    // No version comes of it: a draft that says what is published ends.
    if (isSameJson(published, next) && state.project.lifecycleState === 'active') return [];
    const numbers = inboundNumbersOf(next[NAMING_SECTION]);
    return takenFaults(await this.numbers.taken(auth, db, state.project.projectId, numbers));
  }

  async passed(tx: UnitOfWork, auth: AuthContext, { kind, state, next }: PlannedRelease): Promise<void> {
    if (kind === 'dashboard') return;
    const numbers = inboundNumbersOf(next[NAMING_SECTION]);
    const taken = await this.numbers.claim(tx, auth, state.project.projectId, numbers, kind === 'stage');
    // By another project, at the same moment.
    if (taken.length > 0) throw unprocessable(...takenFaults(taken));
  }
}
