import { Injectable } from '@nestjs/common';
import { SystemQueries } from '../../../core/database/metadata/system-queries.js';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { organisationOf, type AuthContext } from '../../../core/shared/auth-context.js';
import { limitedMember, seesAssignedCampaigns } from '../../../core/tenancy/project-visibility.service.js';
import { Clock } from '../../../core/time/clock.js';
import { kindsFor, type AlertKind, type AlertReason } from '../rules/alert-kinds.js';
import type { Severity } from '../rules/alert-kinds.js';
import { severityOf } from '../rules/alert-texts.policy.js';
import { alertIdOf } from '../rules/open-alerts.policy.js';
import { ACKNOWLEDGED_ACROSS, METADATA_CAUSES_ACROSS, STORE_CAUSES_ACROSS } from './causes-across.queries.js';

/** Open alerts of a client: in total, and by severity. */
export type AlertCounts = Readonly<Record<'open' | Severity, number>>;

interface Cause {
  readonly kind: AlertKind;
  readonly subject_id: string;
  readonly reason: AlertReason | null;
  readonly since: Date | string;
}

interface Known {
  readonly client_id: string;
  readonly status: 'provisioning' | 'active';
  readonly projects: readonly string[];
  readonly of_campaigns: readonly string[];
  readonly webhooks: readonly {
    readonly webhook_id: string;
    readonly enablement: number;
    readonly is_enabled: boolean;
    readonly since: string;
  }[];
  readonly causes: readonly Cause[];
}

/** Counts the open alerts of many clients at once, as their lists do (alerts 3.4, 6.1). */
@Injectable()
export class AlertCountsReader {
  constructor(
    private readonly reads: SystemQueries,
    private readonly stores: TenantStores,
    private readonly clock: Clock,
  ) {}

  /**
   * @param auths the person's clients, in one environment
   * @returns by client; null if the client's store does not answer
   * @throws 503 if the metadata store does not answer
   */
  async of(auths: readonly AuthContext[]): Promise<ReadonlyMap<string, AlertCounts | null>> {
    const [first] = auths;
    if (!first) return new Map();
    const { dataEnv, principal } = first;
    const now = this.clock.now();
    const clientIds = auths.map(({ clientId }) => clientId);
    const known = await this.reads.query<{ [K in keyof Known]: Known[K] }>(METADATA_CAUSES_ACROSS, [
      clientIds,
      dataEnv,
      principal.id,
      now,
      auths.map((auth) => limitedMember(auth) !== null),
      auths.map(seesAssignedCampaigns),
      auths.map(({ scope }) => kindsFor(scope).join(',')),
      auths.map(organisationOf),
    ]);
    const kinds = new Map(auths.map(({ clientId, scope }) => [clientId, kindsFor(scope)]));
    const { rows, answered } = await this.stores.readAcross<Cause & { readonly client_id: string }>(
      clientIds,
      dataEnv,
      { ...STORE_CAUSES_ACROSS, values: [JSON.stringify(known.map((it) => askedOf(it, kinds))), now] },
    );
    const stored = Map.groupBy(rows, ({ client_id: clientId }) => clientId);
    const found = known.map((it) => ({
      clientId: it.client_id,
      // A client that is still being provisioned has no store.
      isWhole: it.status === 'provisioning' || answered.has(it.client_id),
      causes: [
        ...it.causes,
        ...switchedOff(it, kinds.get(it.client_id) ?? []),
        ...(stored.get(it.client_id) ?? []),
      ].map((cause) => ({
        alertId: alertIdOf({ clientId: it.client_id, dataEnv }, cause.kind, cause.subject_id),
        since: new Date(cause.since),
        severity: severityOf(cause.kind, cause.reason),
      })),
    }));
    const ids = found.flatMap(({ causes }) => causes.map(({ alertId }) => alertId));
    const acknowledged = await this.reads.query<{ alert_id: string; acknowledged_at: Date }>(
      ACKNOWLEDGED_ACROSS,
      [clientIds, dataEnv, ids],
    );
    const ends = new Map(acknowledged.map((it) => [it.alert_id, it.acknowledged_at]));
    return new Map(
      found.map(({ clientId, isWhole, causes }) => {
        const open = causes.filter(({ alertId, since }) => !(ends.get(alertId)! >= since));
        return [clientId, isWhole ? bySeverity(open) : null];
      }),
    );
  }
}

const askedOf = (
  { client_id, projects, of_campaigns, webhooks }: Known,
  kinds: ReadonlyMap<string, readonly AlertKind[]>,
) => {
  const on = webhooks.filter((it) => it.is_enabled);
  return {
    client_id,
    projects,
    of_campaigns,
    kinds: kinds.get(client_id) ?? [],
    webhooks: on.map((it) => it.webhook_id),
    enablements: on.map((it) => it.enablement),
  };
};

const switchedOff = ({ webhooks }: Known, kinds: readonly AlertKind[]): Cause[] =>
  kinds.includes('webhook_disabled')
    ? webhooks
        .filter((it) => !it.is_enabled)
        .map(({ webhook_id, since }) => ({
          kind: 'webhook_disabled',
          subject_id: webhook_id,
          reason: 'by_owner',
          since,
        }))
    : [];

function bySeverity(alerts: readonly { readonly severity: Severity }[]): AlertCounts {
  const of = (severity: Severity): number => alerts.filter((it) => it.severity === severity).length;
  return {
    open: alerts.length,
    critical: of('critical'),
    warning: of('warning'),
    info: of('info'),
  };
}
