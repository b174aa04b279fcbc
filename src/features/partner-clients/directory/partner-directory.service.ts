import { Injectable, Logger } from '@nestjs/common';
import type { AuthContext, DataEnv } from '../../../core/shared/auth-context.js';
import { reasonOf } from '../../../core/shared/platform-error.js';
import { SystemQueries } from '../../../core/database/metadata/system-queries.js';
import { Clock } from '../../../core/time/clock.js';
import { OpenTicketCounts } from '../../support/counts/open-ticket-counts.service.js';
import { directoryOf, type ClientCounts, type ListedClient } from './directory.policy.js';
import { PARTNER_CLIENT_COUNTS, PARTNER_CLIENTS } from './directory.queries.js';
import type { PartnerClientsResponse } from './directory.response.js';

/** More cards than a person reads, and 250 KB in a response. */
const MAX_CLIENTS = 1000;

/** The clients of a partner (partner-clients section 3). */
@Injectable()
export class DirectoryService {
  private readonly logger = new Logger(DirectoryService.name);

  constructor(
    private readonly reads: SystemQueries,
    private readonly tickets: OpenTicketCounts,
    private readonly clock: Clock,
  ) {}

  /**
   * Two concurrent statements for any number of clients, the clients and all counts, and then one in
   * each store for tickets.
   * @param address of the person
   * @throws 503 if the clients cannot be read; unreadable counts are unavailable in the response
   */
  async list(
    { dataEnv, principal }: AuthContext,
    address: string | undefined,
  ): Promise<PartnerClientsResponse> {
    const of = [principal.id, dataEnv];
    const [clients, counts] = await Promise.all([
      this.reads.query<{ [K in keyof ListedClient]: ListedClient[K] }>(PARTNER_CLIENTS, [...of, MAX_CLIENTS]),
      this.reads
        .query<{ [K in keyof ClientCounts]: ClientCounts[K] }>(PARTNER_CLIENT_COUNTS, of)
        .catch((error: unknown) => {
          this.logger.warn({ msg: 'projects of clients cannot be counted', reason: reasonOf(error) });
          return null;
        }),
    ]);
    const open = await this.openTickets(principal.id, dataEnv, clients);
    return {
      items: directoryOf(clients, counts, open, address),
      as_of_utc: this.clock.now().toISOString(),
    };
  }

  /** Null if they cannot be counted. */
  private async openTickets(
    person: string,
    dataEnv: DataEnv,
    clients: readonly ListedClient[],
  ): Promise<ReadonlyMap<string, number> | null> {
    const withStore = clients.filter(({ status }) => status !== 'provisioning');
    try {
      return await this.tickets.of(
        person,
        dataEnv,
        withStore.map(({ client_id: clientId, sees_all: seesAll, projects }) => ({
          clientId,
          seesAll,
          projects,
        })),
      );
    } catch (error) {
      this.logger.warn({ msg: 'support tickets of clients cannot be counted', reason: reasonOf(error) });
      return null;
    }
  }
}
