import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { DASHBOARDS } from './dashboards.ts';
import type { Dashboard } from './dashboards.ts';

// Two panels next to each other, in Grafana's grid of 24 columns.
const WIDTH = 12;
const HEIGHT = 8;

const DATASOURCE = { type: 'prometheus', uid: '${datasource}' };

/** A dashboard as Grafana imports it; it asks for the data source. */
export const grafanaOf = ({ name, title, panels }: Dashboard): object => ({
  uid: `telephony-${name}`,
  title,
  tags: ['telephony-platform'],
  schemaVersion: 39,
  editable: true,
  refresh: '30s',
  time: { from: 'now-3h', to: 'now' },
  templating: {
    list: [{ name: 'datasource', label: 'Data source', type: 'datasource', query: 'prometheus' }],
  },
  panels: panels.map((panel, index) => ({
    id: index + 1,
    type: 'timeseries',
    title: panel.title,
    description: panel.help,
    datasource: DATASOURCE,
    gridPos: { h: HEIGHT, w: WIDTH, x: (index % 2) * WIDTH, y: Math.floor(index / 2) * HEIGHT },
    fieldConfig: { defaults: { unit: panel.unit, min: 0 }, overrides: [] },
    options: { legend: { displayMode: 'table', placement: 'bottom', calcs: ['lastNotNull', 'max'] } },
    targets: panel.queries.map(({ expr, legend }, at) => ({
      refId: 'ABCDEF'[at],
      datasource: DATASOURCE,
      expr,
      legendFormat: legend,
    })),
  })),
});

/** Writes deploy/grafana. */
export function writeDashboards(): void {
  const folder = fileURLToPath(new URL('../../deploy/grafana/', import.meta.url));
  mkdirSync(folder, { recursive: true });
  for (const dashboard of DASHBOARDS)
    writeFileSync(`${folder}${dashboard.name}.json`, `${JSON.stringify(grafanaOf(dashboard), null, 2)}\n`);
}
