import { detectPii } from '../../../../core/privacy/pii/pii-tripwire.policy.js';
import { isIanaTimezone, timezoneMessage } from '../../../../core/time/timezone.policy.js';
import { error, repeatsIn, warning } from '../../rules/sections/section-definition.js';
import type { Finding, FindingRule } from '../../rules/sections/section-definition.js';
import { HOURS_RULES, hoursFindings } from '../../rules/sections/weekly-hours.policy.js';
import type { DashboardMetadata } from './dashboard-metadata.schema.js';

/** The rules of dashboard metadata that a schema cannot express. */
export function dashboardMetadataFindings(metadata: DashboardMetadata): Finding[] {
  const { timezone, labels = [], business_hours: hours } = metadata;
  return [
    ...(timezone === undefined || isIanaTimezone(timezone)
      ? []
      : [error('timezone_unknown', 'timezone', `The zone ${timezoneMessage(timezone)}.`)]),
    ...repeatsIn(labels, ({ name }) => name).map((index) =>
      error('label_repeated', `labels.${index}.name`, `The label ${labels[index]!.name} already exists.`),
    ),
    ...(hours ? hoursFindings(hours, 'business_hours') : []),
    ...personalFindings(metadata),
  ];
}

/** Every user of the client reads it, so it must not identify a person. */
function personalFindings({
  display_name,
  description,
  labels = [],
  tags = [],
}: DashboardMetadata): Finding[] {
  const texts: [path: string, text: string | undefined][] = [
    ['display_name', display_name],
    ['description', description],
    ...labels.map(({ value }, index): [string, string] => [`labels.${index}.value`, value]),
    ...tags.map((tag, index): [string, string] => [`tags.${index}`, tag]),
  ];
  return texts.flatMap(([path, text]) =>
    text !== undefined && detectPii(text) !== null
      ? [
          warning(
            'personal_data',
            path,
            "It looks like a person's number or address, and every user of the client sees it.",
          ),
        ]
      : [],
  );
}

export const DASHBOARD_RULES: readonly FindingRule[] = [
  ['timezone_unknown', 'error', 'the zone is not in the IANA database'],
  ['label_repeated', 'error', 'two labels have one name'],
  ['personal_data', 'warning', 'a text reads like a number or an address of a person'],
  ...HOURS_RULES,
];
