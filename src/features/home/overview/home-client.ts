import {
  CALLER_REQUEST_READERS,
  CAMPAIGN_READERS,
  CHARGE_READERS,
  PARTNER_ROLES,
  type Scope,
} from '../../../core/shared/roles.js';
import type { AlertCounts } from '../../alerts/lookup/alert-counts.service.js';
import { callFigures, SETUP_STEPS, type CountsByBucket, type SetupStep } from '../rules/home-row.policy.js';
import { STORE_PARTS, type HomeCampaign, type HomeClient, type HomeSetup } from './home.response.js';

type Role = Scope | 'system';

/** The metadata store's part of a client. */
export interface KnownClient extends Readonly<Record<SetupStep, boolean>> {
  readonly client_id: string;
  readonly business_name: string;
  readonly status: 'provisioning' | 'active';
  readonly urgent: number;
  readonly overdue: number;
  readonly has_plan: boolean;
  /** The oldest project that the person sees. */
  readonly project_id: string | null;
}

/** Figures from the client's store. */
export interface StoredFigures {
  readonly client_id: string;
  readonly calls: CountsByBucket;
  readonly running: number;
  readonly campaigns: readonly HomeCampaign[];
  readonly concurrency_limit: number | null;
  readonly in_use: number;
}

const among =
  (...roles: readonly Scope[]) =>
  (role: Role): boolean =>
    roles.some((it) => it === role);

export const isPartner = among(...PARTNER_ROLES);
/** Readers of campaigns can also read projects. */
const readsCampaigns = among(...CAMPAIGN_READERS);
const readsRequests = among(...CALLER_REQUEST_READERS);
const readsCharges = among(...CHARGE_READERS);

/** By step, the roles that may read whether it is done (home 4.1). */
const STEP_READERS: Readonly<Record<SetupStep, (role: Role) => boolean>> = {
  assistant: readsCampaigns,
  test: isPartner,
  publish: readsCampaigns,
  number: readsCampaigns,
  webhook: isPartner,
  people: among('partner_admin', 'client_admin'),
};

/**
 * A client without the parts that the role may not read (home 1.3).
 * @param isAnswered whether the client's store has answered; without rows it has none
 */
export function homeClient(
  role: Role,
  client: KnownClient,
  isAnswered: boolean,
  stored: StoredFigures | undefined,
  alerts: AlertCounts | null,
): HomeClient {
  const { client_id, business_name, status, urgent, overdue, has_plan } = client;
  const setup = setupOf(role, client);
  return {
    client_id,
    business_name,
    status,
    unavailable: STORE_PARTS.filter((part) =>
      part === 'alerts' ? alerts === null : !isAnswered && (part !== 'campaigns' || readsCampaigns(role)),
    ),
    calls: isAnswered ? callFigures(stored?.calls ?? {}) : null,
    alerts,
    capacity: isAnswered
      ? { in_use: stored?.in_use ?? 0, concurrency_limit: stored?.concurrency_limit ?? null }
      : null,
    ...(readsCampaigns(role) && {
      campaigns: isAnswered ? { running: stored?.running ?? 0, items: campaignsOf(stored) } : null,
    }),
    ...(readsRequests(role) && { requests_due: { urgent, overdue } }),
    ...(readsCharges(role) && { has_plan }),
    ...(setup && { setup }),
  };
}

// PostgreSQL writes instants in JSON with an offset.
const campaignsOf = (stored: StoredFigures | undefined): readonly HomeCampaign[] =>
  (stored?.campaigns ?? []).map((it) => ({
    ...it,
    ends_at_utc: it.ends_at_utc === null ? null : new Date(it.ends_at_utc).toISOString(),
  }));

/**
 * Customers' staff do not set anything up: without steps for the assistant there is no checklist.
 */
function setupOf(role: Role, client: KnownClient): HomeSetup | null {
  if (!readsCampaigns(role)) return null;
  const steps = SETUP_STEPS.filter((step) => STEP_READERS[step](role));
  return { steps: steps.map((step) => ({ step, done: client[step] })), project_id: client.project_id };
}
