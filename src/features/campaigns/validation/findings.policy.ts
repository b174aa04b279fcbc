import { undisclosed, type Disclosed } from '../rules/opened-caller.js';
import type { RuntimeGap } from '../rules/eligibility/runtime-gap.policy.js';
import type { WashState } from '../rules/eligibility/wash-state.policy.js';
import type { ContactCode, ContactTally } from './contact-tally.policy.js';
import { CAMPAIGN_TEXTS, CONTACT_TEXTS, WASH_TEXTS } from './finding-texts.js';
import type { CampaignFinding, CampaignValidationResult } from '../detail/campaign-validation.response.js';

/** Findings about the project's published configuration that prevent outbound calls. */
export interface ProjectFindings {
  /** The gaps of its runtime; without any, calls may go out. */
  readonly gaps: readonly RuntimeGap[];
  /** Whether the runtime uses the published compliance settings; null: it has never reported. */
  readonly compliance: 'confirmed' | 'pending' | 'failed' | null;
  /** Whether the project's usage, or the client's, has reached its cap (billing 16.6). */
  readonly isUsageCapped: boolean;
}

/** All facts that a validation uses. */
export interface ValidationFacts {
  readonly campaignId: string;
  readonly scheduleEndAt: Date | null;
  /** When it was validated, and the launch for which it was validated. */
  readonly now: Date;
  readonly launchAt: Date;
  /** Whether the campaign has ended; there is then no other finding. */
  readonly isOver: boolean;
  /** All contacts, of any status. */
  readonly contacts: number;
  readonly tally: ContactTally;
  readonly wash: WashState;
  readonly disclosed: Disclosed;
  readonly project: ProjectFindings;
  /** Slots that a dial could take now; null: no capacity is configured. */
  readonly capacity: number | null;
}

/**
 * The blockers, warnings and estimates of a campaign before its launch (campaigns section 6). Each
 * code occurs once, in the order of the contract.
 */
export function validationOf(facts: ValidationFacts): CampaignValidationResult {
  const blockers = facts.isOver ? [finding('campaign_closed')] : blockersOf(facts);
  const warnings = facts.isOver ? [] : warningsOf(facts);
  return {
    campaign_id: facts.campaignId,
    status: blockers.length > 0 ? 'blocked' : warnings.length > 0 ? 'warning' : 'ready',
    validated_at_utc: facts.now.toISOString(),
    blockers,
    warnings,
    info: expectations(facts),
    contact_blocker_counts: Object.fromEntries(facts.tally.blockers),
  };
}

function blockersOf(facts: ValidationFacts): CampaignFinding[] {
  return [
    ...campaignBlockers(facts),
    ...contactFindings(facts.tally.blockers),
    ...projectBlockers(facts.project),
    ...(facts.capacity === null ? [finding('outbound_capacity_not_configured')] : []),
    ...(facts.project.isUsageCapped ? [finding('usage_cap_reached')] : []),
  ];
}

function warningsOf(facts: ValidationFacts): CampaignFinding[] {
  return [
    ...contactFindings(facts.tally.warnings),
    ...(facts.project.gaps.length === 0 && facts.project.compliance === 'pending'
      ? [finding('outbound_compliance_unconfirmed')]
      : []),
    ...(facts.capacity !== null && facts.capacity <= 0 ? [finding('capacity_exhausted')] : []),
  ];
}

function campaignBlockers(facts: ValidationFacts): CampaignFinding[] {
  const { contacts, wash, tally, disclosed, scheduleEndAt, launchAt } = facts;
  const found: CampaignFinding[] = [];
  if (contacts === 0) found.push(finding('no_contacts'));
  if (scheduleEndAt !== null && scheduleEndAt <= launchAt) found.push(finding('schedule_window_passed'));
  if (tally.callType === 'service') return found;
  if (wash !== 'valid') found.push({ ...WASH_TEXTS[wash], count: null, at_utc: null });
  for (const field of undisclosed(disclosed)) {
    found.push({
      scope: 'campaign',
      code: `${field}_missing`,
      field: `compliance.${field}`,
      message:
        'Telemarketing and research calls must state this. Create a campaign that has it, or one without such ' +
        'calls.',
      count: null,
      at_utc: null,
    });
  }
  return found;
}

const projectBlockers = ({ gaps, compliance }: ProjectFindings): CampaignFinding[] => [
  ...gaps.map(finding),
  ...(compliance === 'failed' ? [finding('outbound_compliance_blocking')] : []),
];

const finding = (code: keyof typeof CAMPAIGN_TEXTS): CampaignFinding => ({
  ...CAMPAIGN_TEXTS[code],
  code,
  count: null,
  at_utc: null,
});

const ORDER = Object.keys(CONTACT_TEXTS) as ContactCode[];

/** Once for each code, however many contacts it applies to. */
const contactFindings = (counts: ReadonlyMap<ContactCode, number>): CampaignFinding[] =>
  ORDER.filter((code) => counts.has(code)).map((code) => {
    const { scope, field, message } = CONTACT_TEXTS[code];
    const count = counts.get(code)!;
    return { scope, code, field, message: `Some contacts ${message}`, count, at_utc: null };
  });

/** How many contacts may be called, how many wait, and when the first calls start and end. */
function expectations({ tally, launchAt, now }: ValidationFacts): CampaignFinding[] {
  const { callable, deferred, deferredFrom, deferredUntil } = tally;
  const tell = (code: string, message: string, count: number | null, at: Date | null): CampaignFinding => ({
    scope: 'contact',
    code,
    field: null,
    message,
    count,
    at_utc: at?.toISOString() ?? null,
  });
  const when = launchAt > now ? 'at the start of the schedule' : 'now';
  const first = callable > 0 ? launchAt : deferredFrom;
  const last = deferredUntil ?? launchAt;
  return [
    tell('contacts_callable', `Contacts that may be called ${when}: ${callable}.`, callable, launchAt),
    tell('contacts_deferred', `Contacts waiting for a permitted hour: ${deferred}.`, deferred, deferredUntil),
    ...(first === null
      ? []
      : [
          tell('first_dial_expected', `The first call is expected at ${first.toISOString()}.`, null, first),
          tell(
            'last_dial_expected',
            `Each contact may have been called once by ${last.toISOString()}.`,
            null,
            last,
          ),
        ]),
  ];
}
