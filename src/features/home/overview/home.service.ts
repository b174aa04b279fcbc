import { Injectable } from '@nestjs/common';
import { isIanaTimezone, timezoneMessage } from '../../../core/time/timezone.policy.js';
import type { AuthContext, DataEnv } from '../../../core/shared/auth-context.js';
import { unprocessable } from '../../../core/shared/platform-error.js';
import { SystemQueries } from '../../../core/database/metadata/system-queries.js';
import { AlertCountsReader } from '../../alerts/lookup/alert-counts.service.js';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { limitedMember } from '../../../core/tenancy/project-visibility.service.js';
import { Clock } from '../../../core/time/clock.js';
import { homeRanges } from '../rules/home-ranges.policy.js';
import { worstFirst, type Badness } from '../rules/home-row.policy.js';
import { homeClient, isPartner, type KnownClient, type StoredFigures } from './home-client.js';
import { ASSIGNED_AT_HOME, CLIENTS_AT_HOME, STORES_AT_HOME } from './home.queries.js';
import type { HomeClient, HomeResponse } from './home.response.js';

/** The figures of the home page (home section 1). */
@Injectable()
export class HomeService {
  constructor(
    private readonly reads: SystemQueries,
    private readonly stores: TenantStores,
    private readonly alerts: AlertCountsReader,
    private readonly clock: Clock,
  ) {}

  /**
   * A few statements in the metadata store and two in each tenant store, for any number of clients.
   * @param auths the person's clients, in one environment
   * @throws 422 for an unknown zone; 503 if the metadata store does not answer
   */
  async show(
    { dataEnv, principal }: AuthContext,
    auths: readonly AuthContext[],
    timezone: string,
  ): Promise<HomeResponse> {
    if (!isIanaTimezone(timezone)) {
      throw unprocessable({
        loc: ['query', 'timezone'],
        message: timezoneMessage(timezone),
        type: 'timezone_invalid',
      });
    }
    const now = this.clock.now();
    const { ranges, since, until, cutHours } = homeRanges(now, timezone);
    const clientIds = auths.map(({ clientId }) => clientId);
    const limited = auths.map((auth) => limitedMember(auth) !== null);
    const [alerts, [known, { rows, answered }]] = await Promise.all([
      this.alerts.of(auths),
      this.assigned(clientIds, dataEnv, principal.id).then((assigned) =>
        Promise.all([
          this.reads.query<{ [K in keyof KnownClient]: KnownClient[K] }>(CLIENTS_AT_HOME, [
            clientIds,
            dataEnv,
            principal.id,
            limited,
            now,
            ...assigned,
          ]),
          this.stores.readAcross<StoredFigures>(clientIds, dataEnv, {
            ...STORES_AT_HOME,
            values: [
              since,
              until,
              cutHours,
              ...assigned,
              clientIds.filter((_, place) => limited[place]),
              auths.filter(({ scope }) => isPartner(scope)).map(({ clientId }) => clientId),
            ],
          }),
        ]),
      ),
    ]);
    const stored = new Map(rows.map((row) => [row.client_id, row]));
    const scopes = new Map(auths.map(({ clientId, scope }) => [clientId, scope]));
    const items = known.flatMap((client) => {
      const scope = scopes.get(client.client_id);
      const isAnswered = answered.has(client.client_id) || client.status === 'provisioning';
      return scope
        ? [
            homeClient(
              scope,
              client,
              isAnswered,
              stored.get(client.client_id),
              alerts.get(client.client_id) ?? null,
            ),
          ]
        : [];
    });
    return {
      timezone,
      ranges,
      items: items.sort((a, b) => worstFirst(badnessOf(a), badnessOf(b))),
      as_of_utc: now.toISOString(),
    };
  }

  /** Assigned projects as two arrays of the same length: clients and projects. */
  private async assigned(
    clientIds: readonly string[],
    dataEnv: DataEnv,
    personId: string,
  ): Promise<readonly [clients: readonly string[], projects: readonly string[]]> {
    const rows = await this.reads.query<{ client_id: string; project_id: string }>(ASSIGNED_AT_HOME, [
      clientIds,
      dataEnv,
      personId,
    ]);
    return [rows.map((it) => it.client_id), rows.map((it) => it.project_id)];
  }
}

const badnessOf = (it: HomeClient): Badness => ({ ...it, name: it.business_name });
