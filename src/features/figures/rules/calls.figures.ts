import type { CallsFilter, Definition, RouteFigures, Text, Unit } from './definition.js';
import { RESPONSE_TIME } from './caller.figures.js';
import { COST_PARTS, RESPONSE_TIMES } from './cost-and-time.figures.js';

const all = (): CallsFilter => ({});
const by =
  (filter: CallsFilter): (() => CallsFilter) =>
  () =>
    filter;
const TIMED = by({ min_duration_seconds: '0' });

const COUNTS: readonly Definition[] = [
  {
    figure: 'total_calls',
    unit: 'calls',
    calls: all,
    text: { en: 'All calls, of every status.', de: 'Alle Anrufe, mit jedem Status.' },
  },
  {
    figure: 'completed_calls',
    unit: 'calls',
    calls: by({ status: 'completed' }),
    text: {
      en: 'Calls that were answered and have ended.',
      de: 'Anrufe, die angenommen wurden und beendet sind.',
    },
  },
  {
    figure: 'missed_calls',
    unit: 'calls',
    calls: by({ status: 'missed' }),
    text: {
      en: 'Calls that were busy, not answered or cancelled, in both directions.',
      de: 'Anrufe, bei denen besetzt war oder die nicht angenommen oder abgebrochen wurden, in beiden Richtungen.',
    },
  },
  {
    figure: 'failed_calls',
    unit: 'calls',
    calls: by({ status: 'failed' }),
    text: { en: 'Calls with the status failed.', de: 'Anrufe mit dem Status fehlgeschlagen.' },
  },
];

const AVERAGE_DURATION: Definition = {
  figure: 'avg_duration_seconds',
  unit: 'seconds',
  calls: TIMED,
  leavesOut: ['no_duration'],
  text: {
    en: 'Mean duration of the calls whose duration is known.',
    de: 'Mittlere Dauer der Anrufe, deren Dauer bekannt ist.',
  },
};

const cost = (figure: string, unit: Unit, text: Text): Definition => ({
  figure,
  unit,
  text,
  leavesOut: ['no_cost'],
});

const SENTIMENTS: Readonly<Record<string, Text>> = {
  positive: { en: 'Calls of satisfied callers.', de: 'Anrufe zufriedener Anrufer.' },
  neutral: { en: 'Calls without a clear feeling.', de: 'Anrufe ohne deutliches Gefühl.' },
  upset: { en: 'Calls of upset callers.', de: 'Anrufe verärgerter Anrufer.' },
  unclassified: { en: 'Calls without a sentiment.', de: 'Anrufe ohne Stimmung.' },
};

const shareOf = ({ en, de }: Text): Text => ({
  en: `Percent of all calls: ${en.charAt(0).toLowerCase()}${en.slice(1)}`,
  de: `Prozent aller Anrufe: ${de}`,
});

/** The summary says `negative` for what rows and filters call `upset`. */
const ofSummary = (path: string): readonly Definition[] =>
  ['positive', 'neutral', 'upset'].map((word) => ({
    figure: `${path}.${word === 'upset' ? 'negative' : word}`,
    unit: 'calls',
    calls: by({ sentiment: word }),
    leavesOut: ['no_sentiment'],
    text: SENTIMENTS[word]!,
  }));

const SENTIMENT_FIGURES: readonly Definition[] = [
  COUNTS[0]!,
  ...Object.entries(SENTIMENTS).flatMap(([word, text]): Definition[] => [
    { figure: `distribution.${word}`, unit: 'calls', calls: by({ sentiment: word }), text },
    { figure: `share.${word}`, unit: 'percent', calls: by({ sentiment: word }), text: shareOf(text) },
  ]),
];

const inBuckets = (figures: readonly Definition[]): readonly Definition[] =>
  figures.map((it) => ({ ...it, figure: `buckets[start_utc].${it.figure}` }));

const ENDS: Readonly<Record<string, Text>> = {
  caller_hangup: { en: 'Calls that the caller ended.', de: 'Anrufe, die der Anrufer beendete.' },
  agent_or_system_end: {
    en: 'Calls that the assistant or the system ended.',
    de: 'Anrufe, die der Assistent oder das System beendete.',
  },
  transferred: {
    en: 'Calls that were transferred, or for which a transfer was attempted.',
    de: 'Anrufe, die weitergeleitet wurden oder weitergeleitet werden sollten.',
  },
  missed: { en: 'Calls that were not answered.', de: 'Anrufe, die niemand annahm.' },
  failed: {
    en: 'Calls that a fault ended, even after they had been answered.',
    de: 'Anrufe, die ein Fehler beendete, auch nachdem sie angenommen waren.',
  },
  unknown: { en: 'Calls whose end was not reported.', de: 'Anrufe, deren Ende nicht gemeldet wurde.' },
};

const OF_RANGE = { zone: 'range', freshness: 'at_once' } as const;

/** The figures of the routes of calls (calls sections 7 to 13). */
export const CALL_FIGURES: readonly RouteFigures[] = [
  {
    ...OF_RANGE,
    route: '/v1/calls/summary',
    name: 'summary',
    figures: [
      ...COUNTS,
      {
        figure: 'total_duration_seconds',
        unit: 'seconds',
        calls: TIMED,
        leavesOut: ['no_duration'],
        text: {
          en: 'Durations to the second. Billing rounds each call up to minutes.',
          de: 'Dauer auf die Sekunde. Die Abrechnung rundet jeden Anruf auf Minuten auf.',
        },
      },
      AVERAGE_DURATION,
      cost('total_cost_usd', 'usd', {
        en: 'Costs that runtimes report for their calls. Billing charges something else.',
        de: 'Kosten, die Laufzeiten von ihren Anrufen melden. Die Abrechnung berechnet etwas anderes.',
      }),
      cost('avg_cost_usd', 'usd', { en: 'Mean of the reported costs.', de: 'Mittel der gemeldeten Kosten.' }),
      cost('total_cost_local', 'local_currency', {
        en: 'Reported costs in the currency that all calls share.',
        de: 'Gemeldete Kosten in der gemeinsamen Währung aller Anrufe.',
      }),
      cost('avg_cost_local', 'local_currency', {
        en: 'Mean of the reported costs in the currency that all calls share.',
        de: 'Mittel der gemeldeten Kosten in der gemeinsamen Währung aller Anrufe.',
      }),
      {
        figure: 'human_escalation_count',
        unit: 'calls',
        calls: by({ human_escalation: 'true' }),
        text: {
          en: 'Calls that runtimes report as handed over to a person. The transfer itself may have failed.',
          de: 'Anrufe, von denen Laufzeiten eine Übergabe an einen Menschen melden. Ihre Weiterleitung kann gescheitert sein.',
        },
      },
      ...ofSummary('sentiment_distribution'),
      ...ofSummary('caller_sentiment_distribution'),
      ...Object.entries(ENDS).map(([word, text]): Definition => ({
        figure: `disconnection_reason_distribution.${word}`,
        unit: 'calls',
        calls: by({ disconnection_reason: word }),
        text,
      })),
      RESPONSE_TIME,
      ...COST_PARTS,
      ...RESPONSE_TIMES,
    ],
  },
  {
    ...OF_RANGE,
    route: '/v1/calls/outcomes',
    name: 'outcomes',
    figures: [
      { ...COUNTS[0]!, figure: 'total_conversations' },
      {
        figure: 'classified_count',
        unit: 'calls',
        text: { en: 'Calls with an outcome.', de: 'Anrufe mit einem Ergebnis.' },
      },
      {
        figure: 'unclassified_count',
        unit: 'calls',
        calls: by({ primary_outcome: 'unclassified' }),
        text: { en: 'Calls without an outcome.', de: 'Anrufe ohne Ergebnis.' },
      },
      {
        figure: 'categories[id].count',
        unit: 'calls',
        calls: (id) => ({ primary_outcome: id }),
        text: {
          en: 'Calls with this primary outcome; each call has one.',
          de: 'Anrufe mit diesem Ergebnis; jeder Anruf hat eines.',
        },
      },
      {
        figure: 'categories[id].percentage',
        unit: 'percent',
        calls: (id) => ({ primary_outcome: id }),
        text: {
          en: 'Percent of all calls that have this outcome.',
          de: 'Prozent aller Anrufe, die dieses Ergebnis haben.',
        },
      },
      {
        figure: 'secondary_facts[id].count',
        unit: 'calls',
        text: {
          en: 'Calls with a booking, or with proof of a completed transfer, of every outcome.',
          de: 'Anrufe mit Buchung oder nachgewiesener Weiterleitung, gleich mit welchem Ergebnis.',
        },
      },
      {
        figure: 'secondary_facts[id].percentage',
        unit: 'percent',
        text: { en: 'Percent of all calls with this fact.', de: 'Prozent aller Anrufe mit diesem Merkmal.' },
      },
    ],
  },
  {
    ...OF_RANGE,
    route: '/v1/calls/timeline',
    name: 'timeline',
    figures: inBuckets([...COUNTS, AVERAGE_DURATION, ...RESPONSE_TIMES]),
  },
  { ...OF_RANGE, route: '/v1/calls/sentiment', name: 'sentiment', figures: SENTIMENT_FIGURES },
  {
    ...OF_RANGE,
    route: '/v1/calls/sentiment/timeline',
    name: 'sentiment_timeline',
    figures: inBuckets(SENTIMENT_FIGURES),
  },
];
