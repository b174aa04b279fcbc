import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import { DASHBOARDS } from '../../tools/documents/dashboards.ts';
import { grafanaOf } from '../../tools/documents/grafana.ts';
import type { Settings } from '../../src/config/settings.js';
import { SmtpMailer } from '../../src/core/mail/smtp-mailer.js';
import { Metrics } from '../../src/core/observability/metrics.js';
import { WorkMetrics } from '../../src/core/work/work-metrics.js';

const read = (path: string): string =>
  readFileSync(join(resolve(import.meta.dirname, '../..'), path), 'utf8');

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: { readonly runbook: string };
}
const RULES = (parse(read('deploy/alert-rules.yaml')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  ({ rules }) => rules,
);
interface AlertTests {
  readonly tests: readonly {
    readonly alert_rule_test: readonly {
      readonly alertname: string;
      readonly exp_alerts: readonly object[];
    }[];
  }[];
}

/** The metrics of `main` and the worker: each name as Prometheus stores it, with its labels. */
function exported(): ReadonlyMap<string, ReadonlySet<string>> {
  const none = {} as never;
  const metrics = new Metrics(none, none, none, none, none);
  metrics.sampleProcess();
  new WorkMetrics(metrics).observeStores(() => Promise.resolve(new Map()));
  new SmtpMailer({ features: {} } as Settings, metrics);
  const found = new Map<string, ReadonlySet<string>>();
  for (const metric of metrics.registry.getMetricsAsArray()) {
    const { name, labelNames = [] } = metric as unknown as { name: string; labelNames?: string[] };
    const labels = new Set([...labelNames, 'instance', 'job']);
    const isHistogram = String(metric.type) === 'histogram';
    if (!isHistogram) found.set(name, labels);
    else
      for (const end of ['_sum', '_count', '_bucket']) found.set(`${name}${end}`, new Set([...labels, 'le']));
  }
  // Prometheus creates this metric itself.
  return found.set('up', new Set(['instance', 'job']));
}

/**
 * The metrics of an expression, and the labels of its matchers and groupings. @throws Error if the
 * expression is not valid
 */
function namesIn(expr: string): { readonly metrics: string[]; readonly labels: string[] } {
  const names = { metrics: [] as string[], labels: [] as string[] };
  const text = expr.replaceAll('$__rate_interval', '5m');
  parser.parse(text).iterate({
    enter({ name, from, to, type }) {
      if (type.isError) throw new Error(`No PromQL at ${from}: ${text}`);
      if (name === 'Identifier') names.metrics.push(text.slice(from, to));
      if (name === 'LabelName') names.labels.push(text.slice(from, to));
    },
  });
  return names;
}

const METRICS = exported();

/** Metrics and labels that an expression names but no process exports. */
function strangersIn(expr: string, legend = ''): string[] {
  const { metrics, labels } = namesIn(expr);
  const known = new Set(metrics.flatMap((name) => [...(METRICS.get(name) ?? [])]));
  const shown = [...legend.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label!);
  return [
    ...metrics.filter((name) => !METRICS.has(name)),
    ...[...labels, ...shown].filter((label) => !known.has(label)),
  ];
}

// operations 8.5
describe('dashboards', () => {
  it.each(DASHBOARDS)('are written as they are described: $name', (dashboard) => {
    expect(JSON.parse(read(`deploy/grafana/${dashboard.name}.json`))).toEqual(grafanaOf(dashboard));
  });

  it('show metrics and labels that the processes export, and no others', () => {
    const queries = DASHBOARDS.flatMap(({ panels }) => panels.flatMap((panel) => panel.queries));
    expect(queries.length).toBeGreaterThan(25);
    expect(queries.flatMap(({ expr, legend }) => strangersIn(expr, legend))).toEqual([]);
    expect(strangersIn('sum by (shop) (rate(work_items_done[5m]))', '{{tenant}}')).toEqual([
      'work_items_done',
      'shop',
      'tenant',
    ]);
  });

  it('show every metric of ours but those of the runtime', () => {
    const shown = new Set(
      DASHBOARDS.flatMap(({ panels }) =>
        panels.flatMap((it) => it.queries.flatMap(({ expr }) => namesIn(expr).metrics)),
      ),
    );
    const ours = [...METRICS.keys()].filter(
      (name) => !/^(process|nodejs)_|^up$|_(sum|bucket|count)$/.test(name),
    );
    expect(ours.filter((name) => !shown.has(name))).toEqual([]);
    const guide = read('docs/operations.md');
    expect(ours.filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
  });
});

// operations 8.5
describe('alerts', () => {
  const guide = read('docs/operate/seeing.md').split('\n## Alerts\n')[1] ?? '';
  const paragraphs = [...guide.matchAll(/^### (\w+)$/gm)].map(([, name]) => name!);

  it('ask for metrics and labels that the processes export', () => {
    expect(RULES.flatMap(({ expr }) => strangersIn(expr))).toEqual([]);
  });

  it('have a paragraph each that says what to do, and no paragraph is of none', () => {
    expect(paragraphs.toSorted()).toEqual(RULES.map(({ alert }) => alert).toSorted());
    expect(RULES.map(({ annotations }) => annotations.runbook)).toEqual(
      RULES.map(({ alert }) => `docs/operate/seeing.md#${alert.toLowerCase()}`),
    );
  });

  // .ci/check runs these tests if promtool is installed.
  it('have a test each that makes it fire, and one that does not', () => {
    const { tests } = parse(read('deploy/alert-rules.test.yaml')) as AlertTests;
    const tried = (fires: boolean): string[] =>
      tests
        .flatMap(({ alert_rule_test: cases }) => cases)
        .filter(({ exp_alerts: alerts }) => alerts.length > 0 === fires)
        .map(({ alertname }) => alertname)
        .toSorted();
    const all = RULES.map(({ alert }) => alert).toSorted();
    expect(tried(true)).toEqual(all);
    expect(tried(false)).toEqual(all);
  });
});
