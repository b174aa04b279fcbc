import type { CampaignFinding, CampaignValidationResult } from '../../api/generated';
import { every, type Campaign } from './vocabulary';

/** The steps of a campaign, from its settings to its report. */
export const STEPS = every({
  settings: true,
  contacts: true,
  wash: true,
  checks: true,
  launch: true,
  report: true,
});
export type Step = (typeof STEPS)[number];

const OF_WASH = /^registry_/;
const OF_SETTINGS = /^(cli_|schedule_|after_hours$|public_holiday$)/;

/** The step in which a finding can be fixed; undefined if it is fixed outside of the campaign. */
export function stepOf({ scope, code }: Pick<CampaignFinding, 'scope' | 'code'>): Step | undefined {
  if (scope === 'project' || scope === 'capacity') return undefined;
  if (OF_WASH.test(code)) return 'wash';
  if (OF_SETTINGS.test(code)) return 'settings';
  return 'contacts';
}

/** The blockers that a step resolves. */
export const blockersOf = (
  step: Step,
  validation: CampaignValidationResult | undefined,
): readonly CampaignFinding[] => (validation?.blockers ?? []).filter((it) => stepOf(it) === step);

/** The step that the page opens if its address names none: the first one that is not done. */
export function firstStep({ status, counts }: Campaign): Step {
  if (status === 'draft') return counts.total === 0 ? 'contacts' : 'checks';
  return status === 'scheduled' ? 'launch' : 'report';
}
