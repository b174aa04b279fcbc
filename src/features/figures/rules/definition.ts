export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];
export type Text = Readonly<Record<Language, string>>;

export const UNITS = [
  'calls',
  'seconds',
  'milliseconds',
  'turns',
  'percent',
  'usd',
  'local_currency',
  'callers',
  'calls_per_caller',
  'contacts',
  'labels',
  'requests',
  'alerts',
  'campaigns',
  'minutes',
  'messages',
  'units',
  'minor_units',
  'major_units',
] as const;
export type Unit = (typeof UNITS)[number];

/** The days that a figure counts. */
export const ZONE_RULES = {
  range: {
    en: 'Dates are days of `timezone`, and a call belongs to the moment at which it began.',
    de: 'Daten sind Tage von `timezone`, und ein Anruf zählt zu dem Moment, in dem er begann.',
  },
  project: {
    en: "Whole days in the project's own zone.",
    de: 'Ganze Tage in der Zeitzone des Projekts.',
  },
  period: {
    en: "The billing period of the client's subscription; without one the month, in the client's zone.",
    de: 'Der Abrechnungszeitraum des Abonnements; ohne eines der Monat, in der Zeitzone des Kunden.',
  },
  none: {
    en: 'The current state; no dates are counted.',
    de: 'Der Stand selbst; es werden keine Tage gezählt.',
  },
} as const satisfies Readonly<Record<string, Text>>;
export type ZoneRule = keyof typeof ZONE_RULES;

/** The maximum age of a figure. */
export const FRESHNESS_RULES = {
  at_once: {
    en: 'Includes every call that was stored before the query.',
    de: 'Enthält jeden Anruf, der vor der Abfrage gespeichert war.',
  },
  closed_hours: {
    en: 'Includes the hours that metering has closed; the line says up to when.',
    de: 'Enthält die Stunden, die die Messung abgeschlossen hat; die Zeile sagt, bis wann.',
  },
  settled: {
    en: 'As the plan, its discounts and its invoices are stored.',
    de: 'So, wie Tarif, Rabatte und Rechnungen gespeichert sind.',
  },
} as const satisfies Readonly<Record<string, Text>>;
export type FreshnessRule = keyof typeof FRESHNESS_RULES;

/** Why a figure excludes calls. */
export const LEFT_OUT = {
  no_duration: { en: 'Calls without a known duration.', de: 'Anrufe ohne bekannte Dauer.' },
  no_cost: { en: 'Calls without a reported cost.', de: 'Anrufe ohne gemeldete Kosten.' },
  no_cost_parts: {
    en: 'Calls that do not state parts of their cost.',
    de: 'Anrufe, die keine Anteile ihrer Kosten nennen.',
  },
  no_response_time: {
    en: 'Calls without a reported response time.',
    de: 'Anrufe ohne gemeldete Antwortzeit.',
  },
  no_sentiment: { en: 'Calls without a sentiment.', de: 'Anrufe ohne Stimmung.' },
  no_identity: { en: 'Calls without a number of the caller.', de: 'Anrufe ohne Nummer des Anrufers.' },
  open_hours: {
    en: 'Usage of hours that are not closed yet.',
    de: 'Nutzung von Stunden, die noch nicht abgeschlossen sind.',
  },
  long_ago: {
    en: 'Calls that began more than 400 days ago count, and the list cannot show them.',
    de: 'Anrufe von vor mehr als 400 Tagen zählen mit, die Liste kann sie aber nicht zeigen.',
  },
  other_projects: {
    en: 'Projects that this role does not see.',
    de: 'Projekte, die diese Rolle nicht sieht.',
  },
} as const satisfies Readonly<Record<string, Text>>;
export type LeftOut = keyof typeof LEFT_OUT;

export type CallsFilter = Readonly<Record<string, string>>;

/** The definition of a figure in a response. */
export interface Definition {
  /**
   * Its path in the response. `items[client_id].count` belongs to the list item with that
   * client_id, and `counts[*]` is each value of a map.
   */
  readonly figure: string;
  readonly unit: Unit;
  readonly text: Text;
  readonly version?: number;
  /**
   * The filters with which the list shows exactly the counted calls, given the keys of its path;
   * null if there are none.
   */
  readonly calls?: (...keys: readonly string[]) => CallsFilter | null;
  readonly leavesOut?: readonly LeftOut[];
  readonly zone?: ZoneRule;
  readonly freshness?: FreshnessRule;
}

export interface RouteFigures {
  /** The path in the OpenAPI document, such as `/v1/calls/summary`; the method is always GET. */
  readonly route: string;
  /** The prefix of its figures' keys. */
  readonly name: string;
  readonly zone: ZoneRule;
  readonly freshness: FreshnessRule;
  readonly figures: readonly Definition[];
}
