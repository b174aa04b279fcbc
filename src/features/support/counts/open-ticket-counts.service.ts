import { Injectable } from '@nestjs/common';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import type { DataEnv } from '../../../core/shared/auth-context.js';
import { OPEN_TICKETS_ACROSS } from './open-across.queries.js';

/** A client of a partner, and the part that the person sees. */
export interface PartnerClient {
  readonly clientId: string;
  readonly seesAll: boolean;
  /** The assigned projects; only used if `seesAll` is false. */
  readonly projects: readonly string[];
}

/** Counts the open tickets of the clients of a partner (support 5.6). */
@Injectable()
export class OpenTicketCounts {
  constructor(private readonly stores: TenantStores) {}

  /** @returns the counts by client, without clients whose store does not answer */
  async of(
    person: string,
    dataEnv: DataEnv,
    clients: readonly PartnerClient[],
  ): Promise<ReadonlyMap<string, number>> {
    if (clients.length === 0) return new Map();
    const pairs = clients.flatMap(({ clientId, projects }) => projects.map((id) => [clientId, id] as const));
    const { rows, answered } = await this.stores.readAcross<{ client_id: string; open: number }>(
      clients.map(({ clientId }) => clientId),
      dataEnv,
      {
        ...OPEN_TICKETS_ACROSS,
        values: [
          clients.filter(({ seesAll }) => seesAll).map(({ clientId }) => clientId),
          person,
          pairs.map(([clientId]) => clientId),
          pairs.map(([, projectId]) => projectId),
        ],
      },
    );
    const counted = new Map(rows.map((row) => [row.client_id, row.open]));
    return new Map([...answered].map((clientId) => [clientId, counted.get(clientId) ?? 0]));
  }
}
