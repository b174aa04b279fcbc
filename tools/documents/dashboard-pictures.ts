import { DASHBOARDS } from './dashboards.ts';
import type { Dashboard, Panel } from './dashboards.ts';
import { startBrowser } from './demo-browser.ts';

// Writes docs/pictures/dashboard-*.png: the expressions of the dashboards as a running Prometheus
// answers them. It is not Grafana that draws: the lines are the same, the frame is not.
// npm run dashboards -- http://127.0.0.1:9090 [minutes]

const FOLDER = new URL('../../docs/pictures/', import.meta.url);
const [WIDTH, HEIGHT, SERIES] = [560, 150, 6];
const COLOURS = ['#2f6fdb', '#d9480f', '#2b8a3e', '#9c36b5', '#e8a100', '#0b7285'];
const UNITS: Readonly<Record<Panel['unit'], string>> = {
  reqps: '/s',
  ops: '/s',
  s: ' s',
  percentunit: '',
  bytes: '',
  short: '',
};

interface Series {
  readonly metric: Readonly<Record<string, string>>;
  readonly values: readonly (readonly [number, string])[];
}

async function seriesOf(server: string, expr: string, minutes: number): Promise<readonly Series[]> {
  const end = Date.now() / 1000;
  const query = new URLSearchParams({
    query: expr.replaceAll('$__rate_interval', '1m'),
    start: String(end - minutes * 60),
    end: String(end),
    step: '5',
  });
  const answer = await fetch(`${server}/api/v1/query_range?${query.toString()}`).catch((cause: unknown) => {
    throw new Error(
      `No Prometheus answers at ${server}. Start one that scrapes the processes, or name its address: ` +
        'npm run dashboards -- http://127.0.0.1:9090',
      { cause },
    );
  });
  const body = (await answer.json()) as { data?: { result: Series[] }; error?: string };
  if (!body.data) throw new Error(`${expr}: ${body.error ?? answer.status}`);
  return body.data.result;
}

const html = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const valueText = (value: number, unit: Panel['unit']): string =>
  unit === 'bytes' ? `${(value / 1048576).toFixed(0)} MiB` : `${+value.toPrecision(3)}${UNITS[unit]}`;

async function panelOf(server: string, panel: Panel, minutes: number): Promise<string> {
  const found = await Promise.all(
    panel.queries.map(async ({ expr, legend }) =>
      (await seriesOf(server, expr, minutes)).map(({ metric, values }) => ({
        name: legend.replaceAll(/\{\{(\w+)\}\}/g, (_, label: string) => metric[label] ?? ''),
        points: values
          .map(([at, value]) => [at, Number(value)] as const)
          .filter(([, value]) => Number.isFinite(value)),
      })),
    ),
  );
  const last = ({ points }: { points: readonly (readonly [number, number])[] }): number =>
    points.at(-1)?.[1] ?? 0;
  const lines = found
    .flat()
    .toSorted((one, other) => last(other) - last(one))
    .slice(0, SERIES);
  const all = lines.flatMap(({ points }) => points);
  const top = Math.max(...all.map(([, value]) => value), 0) || 1;
  const from = Date.now() / 1000 - minutes * 60;
  const placeOf = ([at, value]: readonly [number, number]): string =>
    `${(((at - from) / (minutes * 60)) * WIDTH).toFixed(1)},${(HEIGHT - (value / top) * (HEIGHT - 8)).toFixed(1)}`;
  const drawn = lines.map(
    ({ points }, index) =>
      `<polyline fill="none" stroke="${COLOURS[index]}" stroke-width="1.6" points="${points.map(placeOf).join(' ')}"/>`,
  );
  const legends = lines.map(
    (line, index) =>
      `<li><i style="background:${COLOURS[index]}"></i>${html(line.name)}<b>${valueText(last(line), panel.unit)}</b></li>`,
  );
  return `<section><h2>${html(panel.title)} <small>${all.length > 0 ? `up to ${valueText(top, panel.unit)}` : 'no data'}</small></h2>
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}"><path d="M0 ${HEIGHT}H${WIDTH}M0 ${HEIGHT / 2}H${WIDTH}M0 8H${WIDTH}" stroke="#ddd"/>${drawn.join('')}</svg>
    <ul>${legends.join('') || '<li>none</li>'}</ul></section>`;
}

const STYLE = `body{font:13px system-ui;margin:16px;background:#f4f5f7;color:#1a1b1e}h1{font-size:18px}main{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:12px}
section{background:#fff;border-radius:6px;padding:10px}h2{font-size:14px;margin:0 0 6px}small{color:#666;font-weight:400}ul{list-style:none;margin:6px 0 0;padding:0;columns:2}
li{white-space:nowrap;overflow:hidden;text-overflow:ellipsis;font-size:11px}i{display:inline-block;width:9px;height:9px;margin-right:5px}b{margin-left:6px}`;

async function pageOf(server: string, { title, panels }: Dashboard, minutes: number): Promise<string> {
  const drawn = await Promise.all(panels.map((panel) => panelOf(server, panel, minutes)));
  return `<style>${STYLE}</style><h1>${html(title)} <small>last ${minutes} minutes</small></h1><main>${drawn.join('')}</main>`;
}

const [server = 'http://127.0.0.1:9090', minutes = '10'] = process.argv.slice(2);
const browser = await startBrowser();
try {
  const page = await browser.newPage({ viewport: { width: 1240, height: 400 } });
  for (const dashboard of DASHBOARDS) {
    await page.setContent(await pageOf(server, dashboard, Number(minutes)));
    const path = new URL(`dashboard-${dashboard.name}.png`, FOLDER).pathname;
    await page.screenshot({ path, fullPage: true });
    process.stdout.write(`${path}\n`);
  }
} finally {
  await browser.close();
}
