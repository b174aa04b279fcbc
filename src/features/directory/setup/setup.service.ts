import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import { quotedEtag } from '../../../core/http/etag/etag-headers.policy.js';
import { requireSettingsRead } from '../../../core/http/etag/require-read.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { validationFailed } from '../../../core/shared/platform-error.js';
import { Clock } from '../../../core/time/clock.js';
import { ProvisionedPeople } from '../../people/provisioning/provisioned-people.service.js';
import { DIRECTORY_ACTIONS } from '../directory.audit.js';
import { LOCK_DIRECTORY } from '../lookup/directory.queries.js';
import { DirectoryRoles, settingsOf, type DirectorySettings } from '../lookup/directory-roles.service.js';
import type { LinkedPersonResponse } from '../rules/linked-person.response.js';
import type { EventOperation } from '../rules/event-words.js';
import { SCIM_PATH } from '../rules/resources.policy.js';
import { groupKey, roleOfGroups } from '../rules/role-of-groups.policy.js';
import {
  COUNT_GOVERNED,
  DIRECTORY_TOKENS,
  GROUPS_OF_DIRECTORY,
  LAST_EVENTS,
  LINKED_PEOPLE,
  SAVE_DIRECTORY,
} from './setup.queries.js';
import type { DirectoryRequest } from './setup.request.js';
import type { DirectoryEventResponse, DirectoryResponse } from './setup.response.js';
import { tokenOfRow, type TokenRow } from './token-rows.js';

const SHOWN_EVENTS = 50;

interface EventRow {
  readonly event_id: string;
  readonly occurred_at: Date;
  readonly operation: EventOperation;
  readonly resource_id: string | null;
  readonly status: number;
  readonly reason: string | null;
}

/** The setup of a client's directory (directory section 2). */
@Injectable()
export class SetupService {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly roles: DirectoryRoles,
    private readonly people: ProvisionedPeople,
    private readonly clock: Clock,
  ) {}

  show(auth: AuthContext): Promise<DirectoryResponse> {
    return this.metadata.read(auth, (db) => this.read(db, auth));
  }

  /**
   * Replaces the setup; people have the roles of their groups at once.
   * @param ifMatch the header: the etag of the setup that was read
   * @throws 400 for a group that is named twice, 428 without the header, 400 for a stale one, 409 if
   *   no administrator would remain
   */
  save(
    auth: AuthContext,
    { on, keys_end_with_person: endsKeys, group_roles: sent }: DirectoryRequest,
    ifMatch: string | undefined,
    reservation: Reservation | null,
  ): Promise<DirectoryResponse> {
    const groupRoles = sent.map(({ group, role }) => ({ group: group.trim(), role }));
    refuseRepeated(groupRoles.map(({ group }) => groupKey(group)));
    return this.metadata.transaction(
      auth,
      async (tx) => {
        await tx.query(LOCK_DIRECTORY);
        await this.people.hold(tx);
        const before = await settingsOf(tx);
        requireSettingsRead('directory', etagOf(before), ifMatch);
        const by = auth.principal.id;
        await tx.query(SAVE_DIRECTORY, [on, endsKeys, JSON.stringify(groupRoles), this.clock.now(), by]);
        const after = await settingsOf(tx);
        if (on) await this.roles.settle(tx, auth, null, after);
        await tx.auditDone(DIRECTORY_ACTIONS.saved, {
          on,
          previous_on: before.isOn,
          keys_end_with_person: endsKeys,
          group_roles: groupRoles.length,
          etag: etagOf(after),
          previous_etag: etagOf(before),
        });
        const saved = await this.read(tx, auth);
        return tx.complete(reservation, saved, { ETag: quotedEtag(saved.etag) });
      },
      { serializeBy: 'people' },
    );
  }

  private async read(db: StoreReader, { clientId, dataEnv }: AuthContext): Promise<DirectoryResponse> {
    const settings = await settingsOf(db);
    const now = this.clock.now();
    const tokens = await db.query<TokenRow>(DIRECTORY_TOKENS);
    const groups = await db.query<{ display_name: string; members: number }>(GROUPS_OF_DIRECTORY);
    const linked = await db.query<LinkedPersonResponse>(LINKED_PEOPLE);
    const [people] = await db.query<{ active: number; total: number }>(COUNT_GOVERNED);
    const events = await db.query<EventRow>(LAST_EVENTS, [SHOWN_EVENTS]);
    return {
      client_id: clientId,
      data_env: dataEnv,
      on: settings.isOn,
      keys_end_with_person: settings.endsKeys,
      group_roles: [...settings.groupRoles],
      base_path: SCIM_PATH,
      people: people!.total,
      active_people: people!.active,
      groups: groups.map(({ display_name: name, members }) => ({
        name,
        members,
        role: roleOfGroups([name], settings.groupRoles),
      })),
      linked,
      tokens: tokens.map((row) => tokenOfRow(row, now)),
      events: events.map(eventOf),
      etag: etagOf(settings),
      updated_at_utc: settings.updatedAt?.toISOString() ?? null,
      updated_by: settings.updatedBy,
    };
  }
}

const etagOf = ({ isOn, endsKeys, groupRoles }: DirectorySettings): string =>
  hash('sha256', JSON.stringify([isOn, endsKeys, groupRoles.map(({ group, role }) => [group, role])])).slice(
    0,
    24,
  );

const eventOf = (row: EventRow): DirectoryEventResponse => ({
  event_id: row.event_id,
  at_utc: row.occurred_at.toISOString(),
  operation: row.operation,
  resource_id: row.resource_id,
  status: row.status,
  reason: row.reason,
});

/** @throws 400, naming each group that is listed twice */
function refuseRepeated(keys: readonly string[]): void {
  const faults = keys.flatMap((key, at) =>
    keys.indexOf(key) === at
      ? []
      : [
          {
            loc: ['body', 'group_roles', at, 'group'],
            message: 'must be a group that is not listed before; list each group once',
            type: 'repeated',
          },
        ],
  );
  if (faults.length > 0) throw validationFailed(...faults);
}
