import * as dispatchLinks from '../../src/features/outbound-campaigns/dispatch/link.queries.js';
import * as dispatchReports from '../../src/features/outbound-campaigns/dispatch/report.queries.js';
import * as dispatchTakes from '../../src/features/outbound-campaigns/dispatch/take.queries.js';
import * as singleTurns from '../../src/features/outbound-campaigns/dispatch/single.queries.js';
import * as evidenceOfCalls from '../../src/features/outbound-campaigns/evidence/evidence.queries.js';
import * as contactImport from '../../src/features/outbound-campaigns/import/import.queries.js';
import * as campaignAccess from '../../src/features/outbound-campaigns/lookup/campaign-access.queries.js';
import * as campaignSummary from '../../src/features/outbound-campaigns/snapshot/campaign-summary.queries.js';
import * as statusLog from '../../src/features/outbound-campaigns/snapshot/status-log.queries.js';
import * as campaignStatus from '../../src/features/outbound-campaigns/lookup/campaign-status.queries.js';
import * as progress from '../../src/features/outbound-campaigns/progress/progress.queries.js';
import * as report from '../../src/features/outbound-campaigns/report/report.queries.js';
import * as optOuts from '../../src/features/outbound-campaigns/lookup/opt-outs.queries.js';
import * as decideAnew from '../../src/features/outbound-campaigns/lookup/decide-anew.queries.js';
import * as touchCampaign from '../../src/features/outbound-campaigns/lookup/touch-campaign.queries.js';
import * as washResults from '../../src/features/outbound-campaigns/registry-wash/wash-results.queries.js';
import * as singleDispatches from '../../src/features/outbound-campaigns/single/single-dispatch.queries.js';
import * as washRecords from '../../src/features/outbound-campaigns/registry-wash/wash-record.queries.js';
import * as suppressions from '../../src/features/outbound-campaigns/suppressions/suppressions.queries.js';
import * as contactGroups from '../../src/features/outbound-campaigns/validation/contact-groups.queries.js';
import * as waitingContacts from '../../src/features/outbound-campaigns/lookup/waiting-contacts.queries.js';
import * as suppressedNumbers from '../../src/features/outbound-campaigns/lookup/suppressed-numbers.queries.js';

/** The statements of campaigns that are the same for every request. */
export const CAMPAIGN_STATEMENTS: readonly unknown[] = [
  ...Object.values(dispatchLinks),
  ...Object.values(dispatchReports),
  ...Object.values(dispatchTakes),
  ...Object.values(singleTurns),
  ...Object.values(singleDispatches),
  ...Object.values(evidenceOfCalls),
  ...Object.values(contactImport),
  ...Object.values(campaignAccess),
  ...Object.values(campaignSummary),
  ...Object.values(campaignStatus),
  ...Object.values(report),
  ...Object.values(progress),
  ...Object.values(statusLog),
  ...Object.values(optOuts),
  ...Object.values(decideAnew),
  ...Object.values(washRecords),
  ...Object.values(washResults),
  ...Object.values(touchCampaign),
  ...Object.values(suppressions),
  ...Object.values(contactGroups),
  ...Object.values(suppressedNumbers),
  ...Object.values(waitingContacts),
];
