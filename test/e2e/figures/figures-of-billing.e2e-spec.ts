import { beforeAll, describe, expect, it } from 'vitest';
import type { ExplanationResponse } from '../../../src/features/figures/explanations/explanations.response.js';
import type { DefinitionResponse } from '../../../src/features/figures/rules/definition.response.js';
import { chance } from '../../support/random-calls.js';
import { inStore } from '../../support/databases.js';
import { after, START, useMeteringBench } from '../billing/metering-bench.js';

const ROUTE = '/v1/billing/overview';
/**
 * The machine's current hour, because sessions use the machine's time; the hour before the last is
 * closed.
 */
const END = 48;
const CLOSED = END - 1;

/** Minutes of calls that ended in closed hours, by project, with each call rounded up. */
const MINUTES = `
SELECT project_id, sum(ceil(duration_seconds / 60.0))::integer AS minutes FROM calls
 WHERE client_id = $1 AND call_status IN ('completed', 'missed', 'failed') AND ended_at_utc >= $2 AND ended_at_utc < $3
 GROUP BY 1`;

describe('the figures of billing', () => {
  const bench = useMeteringBench();
  const random = chance(5);
  let projects: readonly string[];

  beforeAll(async () => {
    await bench.begin();
    await bench.sql('UPDATE billing_plans SET evidence_since = now() WHERE client_id = $1');
    projects = [bench.project, await bench.anotherProject()];
  });

  const ask = (path: string, body: object) =>
    bench.test.request().post(path).set(bench.desk.admin).send(body).expect(200);

  // figures 1.2, 2.2, 2.6
  it('are what the planted calls make, and lead to no list that would have others', async () => {
    const { items } = (await bench.test.request().get('/v1/definitions').set(bench.desk.admin)).body as {
      items: DefinitionResponse[];
    };
    const figures = items.filter(({ route }) => route === ROUTE);
    expect(figures.filter(({ conditions }) => conditions !== null)).toEqual([]);
    const calls = Array.from({ length: 150 }, () =>
      bench.call(random() * END, Math.floor(random() * 900), {
        project_id: projects[Math.floor(random() * projects.length)]!,
      }),
    );
    await bench.post('calls', calls);
    bench.clock.set(after(END));
    await bench.run();
    expect(await bench.reconcile()).toBe(true);
    const query = { client_id: bench.desk.tenant.clientId };
    const explained = async (figure: string): Promise<ExplanationResponse> =>
      (await ask('/v1/explanations', { route: ROUTE, query, figure })).body as ExplanationResponse;
    const rows = await inStore<{ project_id: string; minutes: number }>(bench.test, MINUTES, [
      query.client_id,
      START,
      after(CLOSED),
    ]);
    const minutes = rows.reduce((sum, row) => sum + row.minutes, 0);
    expect(minutes).toBeGreaterThan(500);
    const expected: Record<string, number> = {
      used_minutes: minutes,
      included_minutes: 500,
      remaining_minutes: 0,
      // 59 cents for each minute above the included ones.
      estimated_overage_amount: ((minutes - 500) * 59) / 100,
      'metered_usage_lines[minutes].total_quantity': minutes,
      'metered_usage_lines[minutes].overage_units': minutes - 500,
      'metered_usage_lines[minutes].estimated_charges_cents': (minutes - 500) * 59,
      'metered_usage.total_metered_minutes': minutes,
      'forecast.so_far_cents': 24_900 + (minutes - 500) * 59,
      ...Object.fromEntries(
        rows.map((row) => [
          `metered_usage_lines[minutes].by_project[${row.project_id}].quantity`,
          row.minutes,
        ]),
      ),
    };
    const answers = await Promise.all(
      Object.keys(expected).map(async (name) => [name, await explained(`billing.${name}`)] as const),
    );
    expect(Object.fromEntries(answers.map(([name, { value }]) => [name, value]))).toEqual(expected);
    for (const [, { calls, counted }] of answers) expect([calls, counted]).toEqual([null, null]);
  });
});
