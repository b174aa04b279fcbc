import { toMajor } from '../rules/charges/money.policy.js';
import type { AlertAction, Threshold } from '../rules/usage-alert.policy.js';

const METER_NAMES = { minutes: 'minutes of calls', sms_segments: 'SMS segments' } as const;

export interface CrossingFacts extends Threshold {
  readonly clientId: string;
  readonly dataEnv: string;
  readonly currency: string;
  readonly action: AlertAction;
  readonly quantity: number;
  readonly periodStart: Date;
  readonly periodEnd: Date;
  readonly reachedAt: Date;
}

/** Subject and text, without any words written by people. */
export function alertMailText(facts: CrossingFacts): { subject: string; text: string } {
  const { clientId, dataEnv, projectId, meterId, quantity, periodStart, periodEnd, reachedAt } = facts;
  const whose = projectId === null ? `client ${clientId}` : `project ${projectId} of client ${clientId}`;
  const lines = [
    `The usage of ${whose} (${dataEnv}) has reached a threshold that you set.`,
    '',
    `Threshold: ${thresholdText(facts)}`,
    `Used: ${quantity} ${METER_NAMES[meterId]} by ${reachedAt.toISOString()}`,
    `Billing period: ${periodStart.toISOString()} to ${periodEnd.toISOString()}`,
    ...(facts.action === 'pause_campaigns'
      ? [
          '',
          'Running campaigns are paused. You can resume them once the billing period has ended or the ' +
            'threshold is raised.',
        ]
      : []),
    '',
    'This email is sent once per billing period.',
  ];
  return { subject: `Usage alert: ${thresholdText(facts)} reached`, text: `${lines.join('\n')}\n` };
}

function thresholdText({ thresholdType, thresholdValue, meterId, currency }: CrossingFacts): string {
  switch (thresholdType) {
    case 'units':
      return `${thresholdValue} ${METER_NAMES[meterId]}`;
    case 'included_percent':
      return `${thresholdValue} % of the included ${METER_NAMES[meterId]}`;
    case 'amount_cents':
      return `charges of ${toMajor(thresholdValue, currency)} ${currency} for ${METER_NAMES[meterId]}`;
  }
}
