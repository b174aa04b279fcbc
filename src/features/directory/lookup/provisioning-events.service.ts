import { Injectable } from '@nestjs/common';
import { classifyDriverError } from '../../../core/database/driver/driver-errors.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { isGivenId } from '../../../core/http/fields/given-id.js';
import { SealedValues } from '../../../core/privacy/keys/sealed-values.service.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { PlatformError } from '../../../core/shared/platform-error.js';
import { Clock } from '../../../core/time/clock.js';
import {
  LastAdministrator,
  ProvisionedPeople,
} from '../../people/provisioning/provisioned-people.service.js';
import { DIRECTORY_ACTIONS } from '../directory.audit.js';
import { DIRECTORY_ERRORS } from '../directory.errors.js';
import type { EventOperation } from '../rules/event-words.js';
import { uniqueness } from '../rules/scim-refusals.js';
import { tokenIdOf } from './directory-actor.js';
import { ADD_EVENT, LOCK_DIRECTORY, PRUNE_EVENTS } from './directory.queries.js';
import { settingsOf } from './directory-roles.service.js';

/** The number of events that are kept of each client. */
const KEPT_EVENTS = 500;

const ACTIONS = {
  'user.create': DIRECTORY_ACTIONS.userCreated,
  'user.change': DIRECTORY_ACTIONS.userChanged,
  'user.delete': DIRECTORY_ACTIONS.userDeleted,
  'group.create': DIRECTORY_ACTIONS.groupCreated,
  'group.change': DIRECTORY_ACTIONS.groupChanged,
  'group.delete': DIRECTORY_ACTIONS.groupDeleted,
} as const satisfies Record<EventOperation, unknown>;

interface EventFacts {
  readonly operation: EventOperation;
  /** null for a resource that does not exist yet. */
  readonly resourceId: string | null;
  readonly status: number;
  readonly reason: string | null;
}

/** The result of an event. */
export interface Provisioned<T> {
  readonly id: string;
  readonly result: T;
}

/** Runs the changes of a directory one after another, and records each one, even if it fails (directory 6.1). */
@Injectable()
export class ProvisioningEvents {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly people: ProvisionedPeople,
    private readonly sealed: SealedValues,
    private readonly clock: Clock,
  ) {}

  /** @throws 409 for a name that is taken, and for the last administrator */
  async run<T>(
    auth: AuthContext,
    operation: EventOperation,
    resourceId: string | null,
    work: (tx: UnitOfWork) => Promise<Provisioned<T>>,
  ): Promise<T> {
    await this.sealed.prepare(auth);
    try {
      return await this.inTurn(auth, async (tx) => {
        const { id, result } = await work(tx);
        await this.record(tx, auth, { operation, resourceId: id, status: 200, reason: null });
        return result;
      });
    } catch (thrown) {
      const error = await this.refusalOf(auth, thrown);
      if (error instanceof PlatformError && error.entry.status < 500) {
        const { status } = error.entry;
        await this.metadata.transaction(auth, (tx) =>
          this.record(tx, auth, {
            operation,
            resourceId: idOrNull(resourceId),
            status,
            reason: error.message,
          }),
        );
      }
      throw error;
    }
  }

  private inTurn<T>(auth: AuthContext, work: (tx: UnitOfWork) => Promise<T>): Promise<T> {
    return this.metadata.transaction(
      auth,
      async (tx) => {
        await tx.query(LOCK_DIRECTORY);
        await this.people.hold(tx);
        return work(tx);
      },
      { serializeBy: 'people' },
    );
  }

  /** The last administrator is locked out even though the change is refused. */
  private async refusalOf(auth: AuthContext, thrown: unknown): Promise<unknown> {
    if (thrown instanceof LastAdministrator) {
      await this.inTurn(auth, async (tx) =>
        this.people.shutOut(tx, auth, thrown.userId, (await settingsOf(tx)).endsKeys),
      );
      return new PlatformError(DIRECTORY_ERRORS.lastAdministrator);
    }
    return classifyDriverError(thrown)?.kind === 'conflict'
      ? uniqueness('Another resource of the directory has this name.')
      : thrown;
  }

  private async record(tx: UnitOfWork, auth: AuthContext, event: EventFacts): Promise<void> {
    const { operation, resourceId, status, reason } = event;
    const tokenId = tokenIdOf(auth);
    await tx.query(ADD_EVENT, [this.clock.now(), operation, resourceId, tokenId, status, reason]);
    await tx.query(PRUNE_EVENTS, [KEPT_EVENTS]);
    await tx.audit({
      action: ACTIONS[operation],
      outcome: reason === null ? 'success' : 'failed',
      metadata: { resource_id: resourceId, token_id: tokenId, status },
    });
  }
}

/** Text in a path that cannot be an id is not recorded. */
const idOrNull = (text: string | null): string | null => (text !== null && isGivenId(text) ? text : null);
