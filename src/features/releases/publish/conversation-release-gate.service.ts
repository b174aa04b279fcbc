import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import type { FieldError } from '../../../core/shared/platform-error.js';
import type { StoreReader, UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { ConversationGates } from '../../configuration/lookup/conversation-gate.service.js';
import { opensGate } from '../../configuration/rules/tests/conversation-gate.policy.js';
import type { PlannedRelease, ReleaseGate } from './release-blockers.service.js';

const SWITCHED_OFF: FieldError = {
  loc: ['release', 'conversation_tests'],
  message:
    'This version does not require conversation tests to pass, but the published one does. Remove the ' +
    'requirement in a draft whose tests pass.',
  type: 'conversation_tests_switched_off',
};

/**
 * Refuses drafts whose conversation tests have not passed, if governance requires that (workspace
 * 13.17, 13.18). A staged version had passed when it was staged, and dashboard metadata does not
 * affect conversations.
 */
@Injectable()
export class ConversationReleaseGate implements ReleaseGate {
  constructor(private readonly gates: ConversationGates) {}

  async faults(
    db: StoreReader,
    _auth: AuthContext,
    { kind, state, published, next }: PlannedRelease,
  ): Promise<FieldError[]> {
    if (kind === 'rollback') {
      return opensGate(published['governance'], next['governance']) ? [SWITCHED_OFF] : [];
    }
    const isOfDraft = kind === 'publish' || kind === 'stage';
    return isOfDraft ? this.gates.faults(db, state, published, next) : [];
  }

  async passed(
    tx: UnitOfWork,
    _auth: AuthContext,
    { kind, state }: PlannedRelease,
    versionNumber: number,
  ): Promise<void> {
    const isOfDraft = kind === 'publish' || kind === 'stage';
    if (isOfDraft) await this.gates.carryOver(tx, state, versionNumber);
  }
}
