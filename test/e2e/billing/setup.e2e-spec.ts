import { NestFactory } from '@nestjs/core';
import type { INestApplicationContext } from '@nestjs/common';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AppModule } from '../../../src/app.module.js';
import { readCommand } from '../../../src/operations/operations.js';
import { UsageError } from '../../../src/process.js';
import { operatorSettings } from '../../support/app.js';
import { NO_SETTINGS } from '../../support/operator.js';
import type { TestTenant } from '../../support/builders.js';
import { useSharedApp } from '../../support/shared-app.js';

// operations 4.9, 4.10
describe('what operators agree with a client about money', () => {
  const test = useSharedApp();
  let operator: INestApplicationContext;
  let tenant: TestTenant;

  beforeAll(async () => {
    operator = await NestFactory.createApplicationContext(AppModule.with(operatorSettings(test)), {
      logger: false,
    });
  });
  beforeEach(async () => {
    tenant = await test.world.aTenant();
  });
  afterAll(() => operator.close());

  /** Runs a command as the process does, with the same login. */
  async function operate(line: string, more: Readonly<Record<string, string>> = {}) {
    const [results, said]: [string[], string[]] = [[], []];
    const args = [...line.split(' '), '--client', tenant.clientId];
    for (const [name, value] of Object.entries(more)) args.push(`--${name}`, value);
    const now = new Date();
    const isDone = await readCommand(args, { now, storeIds: ['store-a'] }).run({
      result: (text) => void results.push(text),
      say: (text) => void said.push(text),
      app: () => Promise.resolve(operator),
      ...NO_SETTINGS,
      now,
    });
    return { isDone, results, said: said.join('\n') };
  }
  const plan = (more: Readonly<Record<string, string>> = {}) =>
    operate('billing-plan --currency AUD --fee 24900', { name: 'Reference hybrid', ...more });
  const audited = async (): Promise<string[]> => {
    const rows = await test.world.sql<{ line: string }>(
      `SELECT action || ' ' || metadata::text AS line FROM audit_events
        WHERE client_id = $1 AND actor_kind = 'system' ORDER BY occurred_at, event_id`,
      [tenant.clientId],
    );
    return rows.map(({ line }) => line);
  };

  it('is set, shown and audited', async () => {
    await plan({ customer: 'cus_a', subscription: 'sub_a', 'foundation-price': 'price_fee' });
    await operate(
      'billing-meter --meter minutes --included 500 --rate 59 --state active --price price_m --provider-meter mtr_m --event-name call_minutes',
    );
    await operate('add-discount --type percentage_monthly_fee --value 10 --from 2026-11-01', {
      description: 'First year',
    });
    await operate(
      'add-adjustment --type promotion --sub-type recurring_credit --amount 500 --from 2026-11-01',
      {
        reason: 'As agreed',
        until: '2026-12-31',
      },
    );
    const { isDone, results } = await operate('billing');
    expect([isDone, results]).toEqual([
      true,
      [
        'plan Reference hybrid: 24900 AUD a month, days of Australia/Sydney',
        'at the provider: customer cus_a, subscription sub_a, price of the fee price_fee',
        'charging by usage: off',
        'meter minutes: active, 500 included, then 59 each; price price_m, meter mtr_m, events call_minutes',
        expect.stringMatching(
          /^discount \d+: percentage_monthly_fee 10 AUD from 2026-11-01 {2}First year$/,
        ) as string,
        expect.stringMatching(
          /^adjustment \d+: promotion\/recurring_credit 500 AUD from 2026-11-01 until 2026-12-31 {2}As agreed$/,
        ) as string,
      ],
    ]);
    expect((await audited()).map((line) => line.split(' ')[0])).toEqual([
      'billing.plan_set',
      'billing.meter_set',
      'billing.discount_added',
      'billing.adjustment_added',
    ]);
  });

  it('is replaced as a whole, and leaves discounts where they are', async () => {
    await plan({ customer: `cus_${tenant.clientId}` });
    await operate('add-discount --type fixed_monthly_fee --value 100 --from 2026-11-01', {
      description: 'x',
    });
    await operate('billing-plan --currency AUD --fee 9900', { name: 'Another' });
    const { results } = await operate('billing');
    expect(results.slice(0, 2)).toEqual([
      'plan Another: 9900 AUD a month, days of Australia/Sydney',
      'at the provider: customer none, subscription none, price of the fee none',
    ]);
    expect(results).toHaveLength(4);
  });

  it('ends on a day, and is never taken away', async () => {
    await plan();
    const { said } = await operate('add-discount --type fixed_monthly_fee --value 100 --from 2026-11-10', {
      description: 'x',
    });
    const id = /Discount (\d+)/.exec(said)![1]!;
    expect((await operate(`end-discount --id ${id} --until 2026-11-09`)).isDone).toBe(false);
    expect((await operate(`end-discount --id ${id} --until 2026-11-10`)).isDone).toBe(true);
    expect((await operate(`end-adjustment --id ${id} --until 2026-11-10`)).isDone).toBe(false);
    expect((await operate('billing')).results.at(-1)).toContain('from 2026-11-10 until 2026-11-10');
    const first = tenant;
    tenant = await test.world.aTenant();
    await plan();
    expect((await operate(`end-discount --id ${id} --until 2026-11-30`)).isDone).toBe(false);
    tenant = first;
    expect(await audited()).toHaveLength(3);
  });

  // billing 4.2, 15.1
  it('lets evidence count, and has totals compared, with a line in the audit trail of each', async () => {
    await plan();
    const line = async (): Promise<string> => (await operate('billing')).results[2]!;
    await operate('billing-evidence --state on');
    expect(await line()).toBe('charging by usage: on');
    await operate('billing-evidence --state off');
    expect(await line()).toBe('charging by usage: off');
    const { isDone, said } = await operate('billing-reconcile');
    expect([isDone, said]).toEqual([true, expect.stringContaining('within five minutes') as string]);
    expect((await audited()).map((it) => it.split(' ')[0]).slice(1)).toEqual([
      'billing.evidence_enabled',
      'billing.evidence_disabled',
      'billing.reconciliation_requested',
    ]);
    const [row] = await test.world.sql(
      'SELECT reconciliation_wanted_at IS NOT NULL AS wanted FROM billing_plans WHERE client_id = $1',
      [tenant.clientId],
    );
    expect(row).toEqual({ wanted: true });
  });

  it('makes no two tenants one customer of the provider', async () => {
    await plan({ customer: 'cus_shared' });
    tenant = await test.world.aTenant();
    const { isDone, said } = await plan({ customer: 'cus_shared' });
    expect([isDone, said]).toEqual([
      false,
      'Nothing was changed: another client or environment uses the customer cus_shared.',
    ]);
    expect(await audited()).toEqual([]);
  });

  it.each([
    ['billing', 'has no plan'],
    ['billing --env staging', 'There is no client'],
    ['billing-evidence --state on', 'has no plan'],
    ['billing-reconcile', 'has no plan'],
    ['end-discount --id 1 --until 2026-11-10', 'has no plan'],
  ])('is refused where there is nothing: %s', async (line, said) => {
    const outcome = await operate(line);
    expect(outcome.isDone).toBe(false);
    expect(outcome.said).toContain(said);
  });

  it.each([
    ['add-discount --type percentage_monthly_fee --value 101 --from 2026-11-01', '0 to 100'],
    ['add-discount --type fixed_monthly_fee --value 1 --from 2026-11-02 --until 2026-11-01', 'before --from'],
    ['add-adjustment --type promotion --amount 1 --from 2026-11-02', 'is only for a promotion'],
    ['add-adjustment --type credit --sub-type recurring_credit --amount 1 --from 2026-11-02', 'is only for'],
  ])('is refused where it does not fit together: %s', async (line, said) => {
    await plan();
    const outcome = await operate(
      line,
      line.startsWith('add-discount') ? { description: 'x' } : { reason: 'x' },
    );
    expect([outcome.isDone, outcome.said]).toEqual([false, expect.stringContaining(said) as string]);
  });

  it.each([
    ['billing-plan --currency aud --fee 1', '--currency must be an ISO 4217 code'],
    ['billing-plan --currency AUD --fee 249.00', '--fee must be a whole number of minor units'],
    ['add-discount --type other --value 1 --from 2026-11-31', '--type must be one of'],
    ['add-discount --type other --value 1 --from 2026-11-31', '--from must be a date'],
    ['billing-meter --meter hours --included -1', '--meter must be one of minutes, sms_segments'],
  ])('is not begun with options that are wrong: %s', async (line, problem) => {
    const refusal: unknown = await operate(line, { name: 'x' }).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(UsageError);
    expect((refusal as UsageError).message).toContain(problem);
  });
});
