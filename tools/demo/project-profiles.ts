import type { BusinessKind } from './assistants/conversation-scripts.ts';
import type { AreaCode } from './fictitious-numbers.ts';

/** The regular patterns in a project's calls, apart from randomness. */
export interface ProjectProfile {
  readonly kind: BusinessKind;
  /** Calls in an ordinary week. */
  readonly callsPerWeek: number;
  readonly hours: 'office' | 'evening' | 'round_the_clock';
  /** Calls on a Saturday or Sunday, as a share of an ordinary weekday's. */
  readonly weekend: number;
  /** Whether some days have several times as many calls: storms, cancelled flights. */
  readonly spikes: boolean;
  readonly outboundShare: number;
  readonly channels: 'telephone' | 'mixed' | 'web';
  /** Share of calls without a number. */
  readonly withheld: number;
  readonly pool: {
    readonly size: number;
    readonly strangers: boolean;
    /** The position of the pool in the list of mobile numbers, so that projects differ. */
    readonly firstMobile: number;
  };
  readonly area: AreaCode;
  /** Null: the client's provider bills only in US dollars. */
  readonly currency: 'AUD' | 'NZD' | null;
  /** Share of calls that have no amount in local currency yet. */
  readonly missingLocalCost: number;
  /** Share of resolved calls that end with a booking. */
  readonly bookings: number;
  readonly solutionId: string | null;
  readonly agents: readonly string[];
  readonly transferTargets: readonly string[];
  /** Months (1 to 12) with calls; null: all of them. */
  readonly months: readonly number[] | null;
  /** From this version on, more calls are resolved and fewer transferred; null: no change. */
  readonly improvedSince: number | null;
  /** Shows calls in progress when the platform starts after a pause. */
  readonly hasLiveCalls: boolean;
}

const OFFICE: ProjectProfile = {
  kind: 'dental',
  callsPerWeek: 100,
  hours: 'office',
  weekend: 0.25,
  spikes: false,
  outboundShare: 0.04,
  channels: 'mixed',
  withheld: 0.06,
  pool: { size: 600, strangers: true, firstMobile: 0 },
  area: '2',
  currency: 'AUD',
  missingLocalCost: 0,
  bookings: 0.45,
  solutionId: null,
  agents: ['Ava', 'Finn'],
  transferTargets: ['Reception', 'Practice manager'],
  months: null,
  improvedSince: null,
  hasLiveCalls: false,
};

const VETS: ProjectProfile = {
  ...OFFICE,
  kind: 'vet',
  area: '3',
  agents: ['Marlo', 'Posy'],
  transferTargets: ['Duty vet', 'Clinic reception'],
};
const PLUMBING: ProjectProfile = {
  ...OFFICE,
  kind: 'plumbing',
  area: '7',
  currency: null,
  agents: ['Reef'],
  transferTargets: ['On-call plumber', 'Dispatch desk'],
};
const LEGAL: ProjectProfile = {
  ...OFFICE,
  kind: 'legal',
  area: '8',
  weekend: 0.1,
  bookings: 0.3,
  agents: ['Portia'],
  transferTargets: ['Intake solicitor', 'Front office'],
};
const TRAVEL: ProjectProfile = {
  ...OFFICE,
  kind: 'travel',
  currency: 'NZD',
  weekend: 0.55,
  bookings: 0.35,
  agents: ['Kaia', 'Rory'],
  transferTargets: ['Travel consultant', 'Duty manager'],
};
const ENERGY: ProjectProfile = {
  ...OFFICE,
  kind: 'energy',
  area: '8',
  bookings: 0.1,
  agents: ['Sunny', 'Wes'],
  transferTargets: ['Control room', 'Billing team'],
};

/**
 * By project; a project that is not listed has no calls, such as "Solar sign-up", which is still
 * being set up.
 */
export const PROJECT_PROFILES: ReadonlyMap<string, ProjectProfile> = new Map([
  [
    'acme-dental-front-desk-k3vq72',
    { ...OFFICE, callsPerWeek: 382, solutionId: 'dental-reception', hasLiveCalls: true },
  ],
  [
    'acme-dental-after-hours-m5xd4r',
    {
      ...OFFICE,
      callsPerWeek: 92,
      hours: 'evening',
      weekend: 1.1,
      solutionId: 'after-hours-triage',
      improvedSince: 2,
    },
  ],
  [
    'acme-dental-front-desk-t6wb3n',
    { ...OFFICE, callsPerWeek: 21, weekend: 0.02, pool: { size: 40, strangers: true, firstMobile: 9 } },
  ],
  [
    'bluegum-vets-clinic-line-h4pz6c',
    {
      ...VETS,
      callsPerWeek: 224,
      weekend: 0.5,
      pool: { size: 420, strangers: true, firstMobile: 5 },
      improvedSince: 2,
      hasLiveCalls: true,
    },
  ],
  [
    'bluegum-vets-vaccination-reminders-r2ye5s',
    {
      ...VETS,
      callsPerWeek: 106,
      outboundShare: 0.96,
      channels: 'telephone',
      solutionId: 'recall-reminders',
    },
  ],
  [
    'coastline-plumbing-emergency-dispatch-b7jm3g',
    { ...PLUMBING, callsPerWeek: 172, hours: 'round_the_clock', weekend: 0.8, spikes: true },
  ],
  [
    // Archived: its calls stopped at the end of the season.
    'coastline-plumbing-winter-campaign-f5sy4t',
    { ...PLUMBING, callsPerWeek: 60, outboundShare: 1, channels: 'telephone', months: [6, 7, 8] },
  ],
  ['banksia-legal-client-intake-d5tf2w', { ...LEGAL, callsPerWeek: 122, missingLocalCost: 0.03 }],
  [
    // Called only by its four testers: too few people for a caller mix.
    'banksia-legal-client-intake-n3ka6v',
    { ...LEGAL, callsPerWeek: 9, weekend: 0.02, pool: { size: 4, strangers: false, firstMobile: 12 } },
  ],
  [
    'kingfisher-travel-bookings-q6cs4h',
    {
      ...TRAVEL,
      callsPerWeek: 192,
      pool: { size: 500, strangers: true, firstMobile: 20 },
      hasLiveCalls: true,
    },
  ],
  [
    // Calls come from the travel app, which sends no number, so no caller is recognised.
    'kingfisher-travel-disruption-line-w2gp7x',
    { ...TRAVEL, callsPerWeek: 50, outboundShare: 0, channels: 'web', withheld: 1, spikes: true },
  ],
  [
    'wattle-energy-outage-hotline-z4re5m',
    { ...ENERGY, callsPerWeek: 102, hours: 'round_the_clock', weekend: 0.9, spikes: true },
  ],
  [
    'wattle-energy-billing-enquiries-c7hn2b',
    { ...ENERGY, callsPerWeek: 162, weekend: 0.1, solutionId: 'billing-desk' },
  ],
]);
