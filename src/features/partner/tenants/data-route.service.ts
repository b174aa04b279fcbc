import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { Clock } from '../../../core/time/clock.js';
import { PARTNER_ACTIONS } from '../partner.audit.js';
import { ACTIVATE_CLIENT } from '../lookup/activation.queries.js';
import { LOCK_CLIENT_ROUTE, SET_ROUTE } from './data-route.queries.js';

type RouteOutcome =
  /** Nothing was changed. */
  | { readonly kind: 'refused'; readonly obstacle: string }
  | { readonly kind: 'done'; readonly hasChanged: boolean; readonly isActivated: boolean };

/** Sets the store of a client's calls (operations 4.13). For operators; no route uses this. */
@Injectable()
export class DataRoute {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly clock: Clock,
  ) {}

  /**
   * Sets the route of the tenant, and activates a client that was being set up.
   * @param storeId one of TENANT_STORES
   */
  set(auth: AuthContext, storeId: string): Promise<RouteOutcome> {
    return this.metadata.transaction(auth, async (tx): Promise<RouteOutcome> => {
      const [client] = await tx.query<{ status: string; store_id: string | null }>(LOCK_CLIENT_ROUTE);
      if (!client) return { kind: 'refused', obstacle: `there is no client ${auth.clientId}` };
      if (client.store_id !== null && client.store_id !== storeId) {
        return {
          kind: 'refused',
          obstacle: `the client's calls are routed to store ${client.store_id}, and a new route does not move them`,
        };
      }
      if (client.store_id === null) await tx.query(SET_ROUTE, [storeId]);
      const isActivated = (await tx.query(ACTIVATE_CLIENT, [this.clock.now()])).length > 0;
      const hasChanged = client.store_id === null || isActivated;
      if (hasChanged)
        await tx.auditDone(PARTNER_ACTIONS.routeSet, { store_id: storeId, activated: isActivated });
      return { kind: 'done', hasChanged, isActivated };
    });
  }
}
