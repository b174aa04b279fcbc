import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { ListensInTransaction, type TransactionListener } from '../../../core/work/events/listener.js';
import { RoleEnded } from '../../people/people.events.js';
import { PasskeysRemoved } from '../../second-factors/second-factors.events.js';
import { ProvedHolders } from '../lookup/proved-holders.service.js';

/** Refuses to remove a passkey that is a way back while single sign-on is required (break-glass 2.5). */
@ListensInTransaction()
export class KeepPasskeysOfHolders implements TransactionListener<PasskeysRemoved> {
  readonly event = PasskeysRemoved;

  constructor(private readonly holders: ProvedHolders) {}

  handle(tx: UnitOfWork, { auth, userId }: PasskeysRemoved): Promise<void> {
    return this.holders.assertEnoughAfter(tx, auth, userId);
  }
}

/** The same for the role of a holder. */
@ListensInTransaction()
export class KeepRolesOfHolders implements TransactionListener<RoleEnded> {
  readonly event = RoleEnded;

  constructor(private readonly holders: ProvedHolders) {}

  handle(tx: UnitOfWork, { auth, userId }: RoleEnded): Promise<void> {
    return this.holders.assertEnoughAfter(tx, auth, userId);
  }
}
