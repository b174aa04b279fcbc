import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { ListensInTransaction, type TransactionListener } from '../../../core/work/events/listener.js';
import { DirectoryLinkEnded } from '../../directory/directory.events.js';
import { RoleEnded } from '../../people/people.events.js';
import { FactorsReset } from '../../second-factors/second-factors.events.js';
import { COLLEAGUE } from '../lookup/colleague.queries.js';
import { END_LINKS_OF_PERSON } from './link-ends.queries.js';

/** Ends links with the role of their person (single-sign-on 4.10). */
@ListensInTransaction()
export class EndLinksOfRole implements TransactionListener<RoleEnded> {
  readonly event = RoleEnded;

  async handle(tx: UnitOfWork, { userId }: RoleEnded): Promise<void> {
    const [colleague] = await tx.query(COLLEAGUE, [userId]);
    // The role may have been replaced by another one of the customer.
    if (!colleague) await tx.query(END_LINKS_OF_PERSON, [userId, true]);
  }
}

/**
 * Ends links with the factors of their person: someone else may have known the password and linked
 * an account.
 */
@ListensInTransaction()
export class EndLinksOfReset implements TransactionListener<FactorsReset> {
  readonly event = FactorsReset;

  async handle(tx: UnitOfWork, { userId }: FactorsReset): Promise<void> {
    await tx.query(END_LINKS_OF_PERSON, [userId, false]);
  }
}

/** Ends links of a person whom the directory no longer governs. */
@ListensInTransaction()
export class EndLinksOfDirectory implements TransactionListener<DirectoryLinkEnded> {
  readonly event = DirectoryLinkEnded;

  async handle(tx: UnitOfWork, { userId }: DirectoryLinkEnded): Promise<void> {
    await tx.query(END_LINKS_OF_PERSON, [userId, false]);
  }
}
