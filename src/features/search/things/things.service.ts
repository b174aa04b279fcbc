import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import {
  CALLER_REQUEST_READERS,
  CAMPAIGN_READERS,
  PARTNER_ROLES,
  type Scope,
} from '../../../core/shared/roles.js';
import { SystemQueries } from '../../../core/database/metadata/system-queries.js';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { limitedMember } from '../../../core/tenancy/project-visibility.service.js';
import { CAMPAIGNS_BY_NAME, MOST_SHOWN, THINGS } from './things.queries.js';
import type {
  FoundCampaign,
  FoundClient,
  FoundProject,
  FoundRequest,
  SearchResponse,
} from './things.response.js';

interface OwnedProject {
  readonly client_id: string;
  readonly project_id: string;
}

interface FoundThings {
  readonly clients: readonly FoundClient[];
  readonly projects: readonly FoundProject[];
  readonly requests: readonly (Omit<FoundRequest, 'tracking_id'> & { readonly tracking_number: number })[];
  readonly assigned: readonly OwnedProject[];
  readonly asked: readonly (FoundClient & { readonly status: 'provisioning' | 'active' })[];
}

type CampaignRow = Omit<FoundCampaign, 'business_name'> & { readonly is_begun: boolean };

const TRACKING_ID = /^REQ-?\s?0*(\d{1,9})$/i;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Finds items by name across all clients of a person (search section 1). */
@Injectable()
export class ThingsService {
  constructor(
    private readonly reads: SystemQueries,
    private readonly stores: TenantStores,
  ) {}

  /**
   * One statement in the metadata store and one in each tenant store, for any number of clients.
   * @param auths the person's clients, in one environment
   * @throws 503 if the metadata store does not answer
   */
  async find(
    { dataEnv, principal }: AuthContext,
    auths: readonly AuthContext[],
    q: string,
  ): Promise<SearchResponse> {
    const text = q.trim();
    const clientsOf = (roles: readonly Scope[]): string[] =>
      auths.filter(({ scope }) => roles.some((it) => it === scope)).map(({ clientId }) => clientId);
    const [found] = await this.reads.query<FoundThings & Record<string, unknown>>(THINGS, [
      auths.map(({ clientId }) => clientId),
      dataEnv,
      principal.id,
      auths.map((auth) => limitedMember(auth) !== null),
      text,
      clientsOf(CALLER_REQUEST_READERS),
      TRACKING_ID.exec(text)?.[1] ?? null,
      UUID.test(text) ? text : null,
    ]);
    const { clients, projects, requests, assigned, asked } = found!;
    const readers = clientsOf(CAMPAIGN_READERS);
    const { rows, answered } = await this.stores.readAcross<CampaignRow>(readers, dataEnv, {
      ...CAMPAIGNS_BY_NAME,
      values: [
        text,
        clientsOf(PARTNER_ROLES),
        assigned.map((it) => it.client_id),
        assigned.map((it) => it.project_id),
      ],
    });
    const nameOf = new Map(asked.map((it) => [it.client_id, it.business_name]));
    return {
      clients,
      projects,
      campaigns: firstOf(rows).map(({ is_begun: _, ...row }) => ({
        ...row,
        business_name: nameOf.get(row.client_id)!,
      })),
      requests: requests.map(({ tracking_number: number, ...it }) => ({
        ...it,
        tracking_id: `REQ-${String(number).padStart(4, '0')}`,
      })),
      unavailable: asked
        .filter(
          ({ client_id: it, status }) =>
            readers.includes(it) && status !== 'provisioning' && !answered.has(it),
        )
        .map(({ client_id }) => client_id),
    };
  }
}

/** Merges the results of several stores, in order, and keeps the first. */
const firstOf = (rows: readonly CampaignRow[]): readonly CampaignRow[] =>
  rows
    .toSorted((a, b) => Number(b.is_begun) - Number(a.is_begun) || a.name.localeCompare(b.name))
    .slice(0, MOST_SHOWN);
