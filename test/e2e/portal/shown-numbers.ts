import { portalText } from '../../support/portal-texts.js';

const WHOLE = new Intl.NumberFormat('en-US');
const ONE = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
const NONE = '–';

type Figure = number | null | undefined;
/** The answer of a route, with the fields that these tests read. */
type Answer = Readonly<Record<string, unknown>>;

const or = (value: Figure, text: (it: number) => string): string =>
  value === null || value === undefined ? NONE : text(value);
export const count = (value: Figure): string => or(value, (it) => WHOLE.format(it));
const percent = (value: Figure): string => or(value, (it) => `${ONE.format(it)}%`);
const seconds = (value: Figure): string => or(value, (it) => `${ONE.format(it)} s`);
export const duration = (value: Figure): string =>
  or(value, (it) => {
    const whole = Math.round(it);
    return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
  });
export const money = (value: Figure, currency: string | null): string =>
  or(value, (it) =>
    new Intl.NumberFormat('en-US', { style: 'currency', currency: currency ?? 'USD' }).format(it),
  );

const of = (answer: Answer, name: string): number | null => answer[name] as number | null;
const list = (answer: Answer, name: string): readonly Answer[] => answer[name] as readonly Answer[];
const words = (kind: string, id: unknown): string => portalText(`words.${kind}.${String(id)}`);
const NO_CALLS = [portalText('analytics.none'), portalText('analytics.noneNext')];

/** The lines that the panels of /analytics must show for these answers, by panel title. */
export function shownAnalytics(
  answers: Readonly<Record<'summary' | 'inbound' | 'sentiment' | 'timeline' | 'providers', Answer>>,
  ofProject: Readonly<Record<'outcomes' | 'aggregates', Answer>> | undefined,
): Record<string, readonly string[]> {
  const { summary, inbound, sentiment, timeline, providers } = answers;
  const isLocal = summary['total_cost_local'] !== null;
  const shares = (total: unknown, lines: readonly string[]): readonly string[] =>
    total === 0 ? NO_CALLS : lines;
  const [distribution, share] = [sentiment['distribution'] as Answer, sentiment['share'] as Answer];
  return {
    tiles: [
      count(of(summary, 'total_calls')),
      count(of(summary, 'completed_calls')),
      count(of(inbound, 'missed_calls')),
      count(of(summary, 'failed_calls')),
      duration(of(summary, 'avg_duration_seconds')),
      seconds(of(summary, 'avg_ai_response_seconds')),
      count(of(summary, 'human_escalation_count')),
      isLocal
        ? money(of(summary, 'total_cost_local'), summary['currency'] as string)
        : money(of(summary, 'total_cost_usd'), 'USD'),
    ],
    [portalText('analytics.timeline')]: list(timeline, 'buckets').map((bucket) =>
      [
        ...['total_calls', 'completed_calls', 'missed_calls', 'failed_calls'].map((it) =>
          count(of(bucket, it)),
        ),
        duration(of(bucket, 'avg_duration_seconds')),
      ].join('|'),
    ),
    [portalText('analytics.sentiment')]: shares(
      sentiment['total_calls'],
      ['positive', 'neutral', 'upset', 'unclassified'].map(
        (id) => `${words('sentiment', id)}${count(of(distribution, id))} · ${percent(of(share, id))}`,
      ),
    ),
    [portalText('analytics.disconnection')]: shares(
      summary['total_calls'],
      Object.entries(summary['disconnection_reason_distribution'] as Record<string, number>).map(
        ([id, calls]) => words('disconnection', id) + count(calls),
      ),
    ),
    [portalText('analytics.providers')]:
      list(providers, 'items').length === 0
        ? NO_CALLS
        : list(providers, 'items').map((item) =>
            [
              count(of(item, 'calls')),
              `${count(of(item, 'failed_calls'))} · ${percent(of(item, 'failure_rate'))}`,
              seconds(of(item, 'avg_ai_response_seconds')),
              seconds(of(item, 'p50_ai_response_seconds')),
              seconds(of(item, 'p95_ai_response_seconds')),
            ].join('|'),
          ),
    ...shownOfProject(ofProject),
  };
}

function shownOfProject(
  answers: Readonly<Record<'outcomes' | 'aggregates', Answer>> | undefined,
): Record<string, readonly string[]> {
  const [outcomesTitle, mixTitle] = [portalText('analytics.outcomes'), portalText('analytics.mix')];
  if (!answers) {
    return {
      [outcomesTitle]: [portalText('analytics.outcomesNeedProject')],
      [mixTitle]: [portalText('analytics.mixNeedsProject')],
    };
  }
  const { outcomes, aggregates } = answers;
  const mix = aggregates['caller_mix'] as Answer;
  const metrics = mix['metrics'] as Answer | null;
  const unclassified = of(outcomes, 'unclassified_count');
  const classified = list(outcomes, 'categories').filter(({ state }) => state === 'classified');
  return {
    [outcomesTitle]: [
      ...(outcomes['total_conversations'] === 0
        ? NO_CALLS
        : classified.map(
            (it) =>
              `${words('outcome', it['id'])}${count(of(it, 'count'))} · ${percent(of(it, 'percentage'))}`,
          )),
      ...(unclassified
        ? [portalText('analytics.unclassified').replace('{{formatted}}', count(unclassified))]
        : []),
    ],
    [mixTitle]:
      metrics === null
        ? [portalText(`analytics.mixReason.${String(mix['reason_code'])}`)]
        : [
            count(of(metrics, 'unique_callers')),
            count(of(metrics, 'new_callers')),
            count(of(metrics, 'returning_callers')),
            percent(of(metrics, 'new_callers_percent')),
            percent(of(metrics, 'returning_callers_percent')),
          ],
  };
}

/** Reads the lines of the panels of /analytics, by panel title. */
export const READ_ANALYTICS = `(() => {
  const text = (it) => it.textContent.trim();
  const all = (root, selector) => [...root.querySelectorAll(selector)];
  const shown = {};
  for (const panel of all(document, 'section[aria-labelledby]')) {
    const figures = all(panel, '.figure');
    const rows = all(panel, 'tbody tr');
    const lines = figures.length
      ? [...figures.map(text), ...all(panel, '.figure + *').map(text).filter(Boolean)]
      : rows.length
        ? rows.map((row) => all(row, 'td').slice(1).map(text).join('|'))
        : [...all(panel, 'li').map(text), ...all(panel, '[role=status] p').map(text),
           ...all(panel, 'p').filter((it) => !it.closest('li, [role=status]')).map(text)];
    shown[text(document.getElementById(panel.getAttribute('aria-labelledby')))] = lines;
  }
  const inPanels = new Set(all(document, 'section .figure'));
  shown.tiles = all(document, '.figure').filter((it) => !inPanels.has(it)).map(text);
  return shown;
})()`;

/** Reads the count above the list of calls, and the rows. */
export const READ_CALLS = `({
  count: document.querySelector('#content [aria-live=polite]')?.textContent,
  rows: [...document.querySelectorAll('#content tbody tr')].map((row) => [...row.querySelectorAll('td')].map((it) => it.textContent).join('|')),
})`;
