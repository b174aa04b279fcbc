import { describe, expect, it } from 'vitest';
import { systemContext } from '../../../src/core/shared/auth-context.js';
import { DialledNumbers } from '../../../src/features/dialling/numbers/dialled-numbers.service.js';
import { startTestApp, useTestApp, operatorSettings } from '../../support/app.js';
import { A_CAMPAIGN } from '../../support/campaigns.js';
import { perSuite } from '../../support/frames.js';
import { TestClock } from '../../support/test-clock.js';
import { Importing } from '../campaigns/importing.js';
import { RuntimeFixture } from './dispatching.js';
import { callsOf, NOON } from './single-calls.js';

const PREMIUM = '+611900654321';
const COSTLY = [
  [PREMIUM, 'number_premium_rate'],
  ['+611905123456', 'number_premium_rate'],
  ['+979123456789', 'number_premium_rate'],
  ['+449098790123', 'number_premium_rate'],
  ['+19002345678', 'number_premium_rate'],
  ['+611300975707', 'number_shared_cost'],
  ['+447012345678', 'number_personal'],
  ['+881612345678', 'number_satellite'],
] as const;

// dispatch 8.1, 8.2, 8.4
describe('costly numbers', () => {
  const clock = new TestClock(new Date(NOON));
  const test = useTestApp({ clock });
  const runtime = perSuite(() => RuntimeFixture.open(test, clock));

  /** Runs an operator's command, with the operator's login. */
  const asOperator = async (work: (numbers: DialledNumbers) => Promise<unknown>): Promise<void> => {
    const operator = await startTestApp({
      databases: test.databases,
      settings: () => operatorSettings(test),
    });
    try {
      await work(operator.app.get(DialledNumbers, { strict: false }));
    } finally {
      await operator.close();
    }
  };

  it.each(COSTLY)('are not called one by one: %s', async (number, code) => {
    const refused = await callsOf(runtime).ask({ to_number: number });
    expect(refused.status).toBe(422);
    expect((refused.body as { details: object }).details).toEqual([
      expect.objectContaining({ loc: ['body', 'to_number'], type: code }),
    ]);
  });

  // dispatch 8.4
  it.each([...COSTLY, ['+6328123456', 'phone_invalid'] as const])(
    'are not shown to people to call back: %s',
    async (number, code) => {
      const compliance = { ...A_CAMPAIGN.compliance, cli_return_number: number };
      const project_id = runtime.desk.projectId;
      const body = { ...A_CAMPAIGN, project_id, compliance };
      const single = await callsOf(runtime).ask({ compliance: { cli_return_number: number } });
      for (const refused of [await runtime.desk.send('post', '', { body }), single]) {
        expect(refused.status).toBe(422);
        expect((refused.body as { details: object }).details).toEqual([
          expect.objectContaining({ loc: ['body', 'compliance', 'cli_return_number'], type: code }),
        ]);
      }
    },
  );

  it('are errors of their rows in an import', async () => {
    const { campaign_id: id } = await runtime.desk.made();
    const file = `to_number\n+61491570156\n${COSTLY.map(([number]) => number).join('\n')}\n`;
    const imported = await new Importing(test, runtime.desk).csv(id, file);
    expect(imported.body).toMatchObject({ accepted_rows: 1, rejected_rows: COSTLY.length });
    const { row_errors: errors } = imported.body as { row_errors: { column: string; code: string }[] };
    expect(errors.map(({ column, code }) => `${column} ${code}`)).toEqual(
      COSTLY.map(([, code]) => `to_number ${code}`),
    );
  });

  it('are called in a range that an operator has allowed, until it is taken away', async () => {
    const auth = systemContext(runtime.desk.tenant, 'operator');
    const calls = callsOf(runtime);
    await asOperator(async (numbers) => {
      expect([await numbers.allow(auth, '+611900'), await numbers.allow(auth, '+611900')]).toEqual([
        true,
        false,
      ]);
      const { dispatch_id: waiting } = await calls.asked({ to_number: PREMIUM });
      expect(await numbers.allowed(auth)).toEqual(['+611900']);
      expect([await numbers.withdraw(auth, '+611900'), await numbers.withdraw(auth, '+611900')]).toEqual([
        true,
        false,
      ]);
      // The waiting call is decided again when it would be claimed.
      expect(await runtime.taken()).toEqual([]);
      expect(await calls.status(waiting)).toMatchObject({
        status: 'refused',
        refused_codes: ['number_not_dialled'],
      });
    });
    expect((await calls.ask({ to_number: PREMIUM })).status).toBe(422);
    const audited = await test.world.sql<{ action: string; metadata: object }>(
      `SELECT action, metadata FROM audit_events WHERE action LIKE 'number_range.%' ORDER BY occurred_at`,
    );
    expect(audited.map(({ action }) => action)).toEqual(['number_range.allowed', 'number_range.withdrawn']);
  });
});
