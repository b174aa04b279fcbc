import type { CallsFilter, Definition, RouteFigures, Text } from './definition.js';

const PERIODS: Readonly<Record<'today' | 'last_7_days', Text>> = {
  today: { en: 'today', de: 'heute' },
  last_7_days: { en: 'today and the six days before', de: 'heute und die sechs Tage davor' },
};

const COUNTED: Readonly<Record<string, { readonly filter: CallsFilter; readonly text: Text }>> = {
  total: { filter: {}, text: { en: 'All calls', de: 'Alle Anrufe' } },
  missed_inbound: {
    filter: { status: 'missed', direction: 'inbound', follow_up: 'not_done' },
    text: {
      en: 'Inbound calls that were missed and whose follow-up is not done',
      de: 'Eingehende Anrufe, die niemand annahm und deren Nachfassen nicht erledigt ist',
    },
  },
  upset: {
    filter: { sentiment: 'upset' },
    text: { en: 'Calls of upset callers', de: 'Anrufe verärgerter Anrufer' },
  },
};

const ofCalls = Object.entries(PERIODS).flatMap(([period, when]) =>
  Object.entries(COUNTED).flatMap(([name, { filter, text }]): Definition[] => {
    const figure = `items[client_id].calls.${period}.${name}`;
    return [
      {
        figure: `${figure}.count`,
        unit: 'calls',
        calls: () => filter,
        text: { en: `${text.en}, ${when.en}.`, de: `${text.de}, ${when.de}.` },
      },
      {
        figure: `${figure}.before`,
        unit: 'calls',
        calls: () => filter,
        text: {
          en: `${text.en}, the same days a week earlier, up to the same time of day.`,
          de: `${text.de}, an denselben Tagen eine Woche früher, bis zur selben Uhrzeit.`,
        },
      },
    ];
  }),
);

const SEVERITIES: Readonly<Record<string, Text>> = {
  open: { en: 'of every severity', de: 'jede Dringlichkeit' },
  critical: { en: 'critical', de: 'dringend' },
  warning: { en: 'warnings', de: 'Warnungen' },
  info: { en: 'for information', de: 'zur Kenntnis' },
};

/** The figures of the home page (home section 2). */
export const HOME_FIGURES: RouteFigures = {
  route: '/v1/portal/home',
  name: 'home',
  zone: 'range',
  freshness: 'at_once',
  figures: [
    ...ofCalls,
    ...Object.entries(SEVERITIES).map(([severity, { en, de }]): Definition => ({
      figure: `items[client_id].alerts.${severity}`,
      unit: 'alerts',
      zone: 'none',
      text: { en: `Open alerts that are ${en}.`, de: `Offene Meldungen: ${de}.` },
    })),
    {
      figure: 'items[client_id].capacity.in_use',
      unit: 'calls',
      zone: 'none',
      text: { en: 'Calls in progress.', de: 'Anrufe, die gerade laufen.' },
    },
    {
      figure: 'items[client_id].capacity.concurrency_limit',
      unit: 'calls',
      zone: 'none',
      text: { en: 'Calls that may be in progress at once.', de: 'Anrufe, die zugleich laufen dürfen.' },
    },
    {
      figure: 'items[client_id].campaigns.running',
      unit: 'campaigns',
      zone: 'none',
      text: { en: 'Campaigns that run.', de: 'Kampagnen, die laufen.' },
    },
    {
      figure: 'items[client_id].requests_due.urgent',
      unit: 'requests',
      zone: 'none',
      text: { en: 'Open requests that are due soon.', de: 'Offene Anfragen, die bald fällig sind.' },
    },
    {
      figure: 'items[client_id].requests_due.overdue',
      unit: 'requests',
      zone: 'none',
      text: {
        en: 'Open requests that are overdue.',
        de: 'Offene Anfragen, deren Frist verstrichen ist.',
      },
    },
  ],
};
