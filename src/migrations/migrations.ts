import { Foundation1763690000000 } from './metadata/1763690000000-foundation.js';
import { ThrottleSlots1763700000000 } from './metadata/1763700000000-throttle-slots.js';
import { PiiPolicies1763800000000 } from './metadata/1763800000000-pii-policies.js';
import { Exports1763950000000 } from './metadata/1763950000000-exports.js';
import { Projects1764000000000 } from './metadata/1764000000000-projects.js';
import { Workspace1764100000000 } from './metadata/1764100000000-workspace.js';
import { KeyOrganisations1764200000000 } from './metadata/1764200000000-key-organisations.js';
import { PiiSettings1764210000000 } from './metadata/1764210000000-pii-settings.js';
import { ChangedPaths1764240000000 } from './metadata/1764240000000-changed-paths.js';
import { DraftQuota1764260000000 } from './metadata/1764260000000-draft-quota.js';
import { ThrottleHitIds1764270000000 } from './metadata/1764270000000-throttle-hit-ids.js';
import { TenantIsolation1764320000000 } from './metadata/1764320000000-tenant-isolation.js';
import { PartnersByClient1764800100000 } from './metadata/1764800100000-partners-by-client.js';
import { SecretFingerprints1765500000000 } from './metadata/1765500000000-secret-fingerprints.js';
import { Calls1763690000000 } from './tenant/1763690000000-calls.js';
import { CallMonths1763900000000 } from './tenant/1763900000000-call-months.js';
import { AnalyseNewMonths1764220000000 } from './tenant/1764220000000-analyse-new-months.js';
import { WorkMarks1764310000000 } from './tenant/1764310000000-work-marks.js';
import { Effects1764320000000 } from './tenant/1764320000000-effects.js';

/**
 * The migrations of core, and those of features from before features brought their own: several of them touch tables of
 * more than one owner. A new one of a feature stands in the feature's folder.
 */
export const MIGRATIONS = {
  metadata: [
    Foundation1763690000000,
    ThrottleSlots1763700000000,
    PiiPolicies1763800000000,
    Exports1763950000000,
    Projects1764000000000,
    Workspace1764100000000,
    KeyOrganisations1764200000000,
    PiiSettings1764210000000,
    ChangedPaths1764240000000,
    DraftQuota1764260000000,
    ThrottleHitIds1764270000000,
    TenantIsolation1764320000000,
    PartnersByClient1764800100000,
    SecretFingerprints1765500000000,
  ],
  tenant: [
    Calls1763690000000,
    CallMonths1763900000000,
    AnalyseNewMonths1764220000000,
    WorkMarks1764310000000,
    Effects1764320000000,
  ],
};
