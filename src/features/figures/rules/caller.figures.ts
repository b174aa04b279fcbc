import { COST_PARTS, RESPONSE_TIMES } from './cost-and-time.figures.js';
import type { CallsFilter, Definition, RouteFigures, Unit } from './definition.js';
import { NO_VALUE } from './figure-path.policy.js';

export const RESPONSE_TIME: Definition = {
  figure: 'avg_ai_response_seconds',
  unit: 'seconds',
  leavesOut: ['no_response_time'],
  text: {
    en: 'Mean of the response times that runtimes report for their calls.',
    de: 'Mittel der Antwortzeiten, die Laufzeiten von ihren Anrufen melden.',
  },
};

const labelled =
  (more: CallsFilter = {}) =>
  (label = ''): CallsFilter | null =>
    label === NO_VALUE ? null : { provider_label: label, ...more };

const PROVIDER: readonly Definition[] = [
  {
    figure: 'calls',
    unit: 'calls',
    calls: labelled(),
    text: { en: 'Calls with this label.', de: 'Anrufe mit dieser Bezeichnung.' },
  },
  {
    figure: 'failed_calls',
    unit: 'calls',
    calls: labelled({ status: 'failed' }),
    text: {
      en: 'Calls with this label and the status failed.',
      de: 'Anrufe mit dieser Bezeichnung und dem Status fehlgeschlagen.',
    },
  },
  {
    figure: 'failure_rate',
    unit: 'percent',
    version: 2,
    calls: labelled({ status: 'failed' }),
    text: {
      en: 'Failed calls as percent of the calls with this label.',
      de: 'Fehlgeschlagene Anrufe in Prozent der Anrufe mit dieser Bezeichnung.',
    },
  },
  RESPONSE_TIME,
  ...COST_PARTS,
  ...RESPONSE_TIMES,
];

const percentile = (figure: string, en: string, de: string): Definition => ({
  figure: `items[provider_label].${figure}`,
  unit: 'seconds',
  leavesOut: ['no_response_time'],
  text: {
    en: `${en} of the reported response times, interpolated.`,
    de: `${de} der gemeldeten Antwortzeiten, interpoliert.`,
  },
});

const MIX: readonly (readonly [name: string, unit: Unit, en: string, de: string])[] = [
  ['total_calls', 'calls', 'All calls of the range.', 'Alle Anrufe des Zeitraums.'],
  ['identified_calls', 'calls', 'Calls with a number of the caller.', 'Anrufe mit Nummer des Anrufers.'],
  ['unique_callers', 'callers', 'Different callers.', 'Verschiedene Anrufer.'],
  [
    'new_callers',
    'callers',
    'Callers who did not call in the 30 days before.',
    'Anrufer, die in den 30 Tagen davor nicht anriefen.',
  ],
  [
    'returning_callers',
    'callers',
    'Callers with more than one call, or with one in the 30 days before.',
    'Anrufer mit mehr als einem Anruf oder mit einem in den 30 Tagen davor.',
  ],
  [
    'new_callers_percent',
    'percent',
    'New callers as percent of all callers.',
    'Neue Anrufer in Prozent aller Anrufer.',
  ],
  [
    'returning_callers_percent',
    'percent',
    'Returning callers as percent of all callers.',
    'Wiederkehrende in Prozent aller Anrufer.',
  ],
  [
    'avg_calls_per_caller',
    'calls_per_caller',
    'Identified calls for each caller.',
    'Anrufe mit Nummer je Anrufer.',
  ],
];

/** The figures of providers and of the caller mix (calls sections 11 and 13). */
export const CALLER_FIGURES: readonly RouteFigures[] = [
  {
    zone: 'range',
    freshness: 'at_once',
    route: '/v1/calls/provider-performance',
    name: 'providers',
    figures: [
      ...PROVIDER.map((it) => ({ ...it, figure: `items[provider_label].${it.figure}` })),
      percentile('p50_ai_response_seconds', 'The median', 'Der Median'),
      percentile('p95_ai_response_seconds', 'The 95th percentile', 'Das 95. Perzentil'),
      {
        figure: 'other.labels',
        unit: 'labels',
        text: {
          en: 'Labels beyond the hundred with the most calls.',
          de: 'Bezeichnungen nach den hundert mit den meisten Anrufen.',
        },
      },
      ...PROVIDER.map(({ calls: _, ...it }) => ({ ...it, figure: `other.${it.figure}` })),
    ],
  },
  {
    route: '/v1/calls/dashboard/privacy-aggregates',
    name: 'caller_mix',
    zone: 'project',
    freshness: 'at_once',
    figures: MIX.map(([name, unit, en, de]) => ({
      figure: `caller_mix.metrics.${name}`,
      unit,
      text: { en, de },
    })),
  },
];
