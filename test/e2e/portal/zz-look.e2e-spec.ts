import { mkdirSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { aCall } from '../../support/builders.js';
import { accessibilityFaults } from '../../support/chromium.js';
import { usePortalPages } from '../../support/portal-pages.js';

const portal = usePortalPages();
const OUT = '/tmp/reports-shots';
it('look', { timeout: 500_000 }, async () => {
  mkdirSync(OUT, { recursive: true });
  const { world, tenant } = portal;
  const project = await world.aProject(tenant);
  const calls = Array.from({ length: 40 }, (_, n) => {
    const at = new Date(Date.now() - (n % 12) * 86_400_000 - 3_600_000).toISOString();
    return aCall(project, { started_at_utc: at, ended_at_utc: at, ...(n % 5 === 0 ? { call_status: 'missed', duration_seconds: 0 } : {}) });
  });
  await fetch(`${portal.url}/internal/v1/calls`, { method: 'POST', headers: { 'X-API-Key': await world.aKey(tenant, 'runtime-ingest'), 'Content-Type': 'application/json' }, body: JSON.stringify(calls) });
  const problems: string[] = [];
  const variants = [
    { name: 'desk-light-en', o: { colorScheme: 'light', viewport: { width: 1440, height: 900 }, locale: 'en' } },
    { name: 'phone-dark-de', o: { colorScheme: 'dark', viewport: { width: 390, height: 844 }, locale: 'de' } },
    { name: 'desk-dark-de', o: { colorScheme: 'dark', viewport: { width: 1440, height: 900 }, locale: 'de' } },
    { name: 'phone-light-en', o: { colorScheme: 'light', viewport: { width: 390, height: 844 }, locale: 'en' } },
  ] as const;
  for (const [at, { name, o }] of variants.entries()) {
    const { page, person, complaints } = await portal.signIn('client_admin', o as never);
    let n = 0;
    const shot = async (what: string) => {
      await page.waitForLoadState('networkidle');
      await page.waitForTimeout(400);
      await page.screenshot({ path: `${OUT}/${name}-${n++}-${what}.png` });
      const wide = await page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
      if (wide > 0) problems.push(`${name} ${what}: ${wide} px too wide`);
      for (const fault of await accessibilityFaults(page)) problems.push(`${name} ${what}: ${fault.slice(0, 300)}`);
    };
    const open = async () => {
      await page.goto(`${portal.url}/settings?tab=reports`);
      await page.getByRole('heading', { level: 1 }).waitFor();
    };
    if (at === 0) { await open(); await shot('no-address'); }
    const de = o.locale === 'de';
    if (at === 0)
      await page.evaluate(`fetch('/api/v1/portal/email-routing/addresses', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ email: 'front.desk@example.com', label: 'Front desk', language: 'en' }) }).then((it) => it.text())`);
    await world.sql(`UPDATE email_addresses SET status = 'verified', verified_at = now()`);
    if (at === 0) { await open(); await shot('empty'); }
    await open();
    await page.getByRole('button', { name: de ? 'Neuer Bericht' : 'New report' }).click();
    await page.getByRole('dialog').waitFor();
    await page.waitForTimeout(800);
    await shot('wizard');
    if (o.viewport.width === 390) { await page.getByRole('button', { name: de ? 'Bericht anlegen' : 'Create the report' }).scrollIntoViewIfNeeded(); await shot('wizard-end'); await page.getByRole('dialog').locator('section').last().scrollIntoViewIfNeeded(); await shot('wizard-preview'); }
    await page.getByRole('button', { name: de ? 'Bericht anlegen' : 'Create the report' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await shot('created');
    if (at === 0) {
      const mine = await world.sql<{ schedule_id: string }>(`SELECT schedule_id FROM report_schedules`);
      const copy = (nm: string, more: string) => world.sql(`INSERT INTO report_schedules SELECT client_id, data_env, gen_random_uuid(), owner_id, organisation_id, $2, report,
              project_ids, ${more}, next_from, next_run_at, etag, created_at, updated_at FROM report_schedules WHERE schedule_id = $1`, [mine[0]!.schedule_id, nm]);
      await copy('Usage of the month of all departments', `'monthly', '09:30', timezone, recipients, skip_empty, 'paused', 'owner_without_access'`);
      await copy('Daily figures', `'daily', '07:00', timezone, recipients, skip_empty, 'failing', null`);
      await copy('Stopped', `'daily', '07:00', timezone, recipients, skip_empty, 'paused', 'asked'`);
      await world.sql(`INSERT INTO report_deliveries (client_id, data_env, delivery_id, schedule_id, frequency, timezone, period_from, period_until, period_start, period_end, status, mails_sent, sent_at, failure_code)
        SELECT client_id, data_env, gen_random_uuid(), schedule_id, frequency, timezone, to_char(now() - n * interval '1 day', 'YYYY-MM-DD'), to_char(now() - n * interval '1 day', 'YYYY-MM-DD'), now() - n * interval '1 day', now() - (n - 1) * interval '1 day',
          (ARRAY['pending', 'failed', 'sent', 'skipped_empty', 'failed'])[n], (ARRAY[0, 1, 2, 0, 0])[n], CASE WHEN n = 3 THEN now() - n * interval '1 day' END, (ARRAY[null, 'mail_not_accepted', null, null, 'figures_unavailable'])[n]
          FROM report_schedules, generate_series(1, 5) n WHERE name = 'Daily figures'`);
    }
    await open(); await shot('list');
    await page.getByRole('button', { name: 'Daily figures' }).last().click();
    await shot('menu');
    await page.getByRole('menuitem', { name: 'Mails' }).click();
    await shot('deliveries');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Daily figures' }).last().click();
    await page.getByRole('menuitem', { name: de ? 'Probe senden' : 'Send a sample' }).click();
    await shot('sample');
    await page.getByRole('dialog').getByRole('button', { name: de ? 'Probe senden' : 'Send a sample' }).click();
    await page.waitForTimeout(1500);
    await shot('sampled');
    await page.keyboard.press('Escape');
    if (at > 0) await world.sql('DELETE FROM report_schedules WHERE name = $1 OR name = $2', ['Calls of last week', 'Anrufe der letzten Woche']);
    problems.push(...complaints.map((it) => `${name}: ${it}`));
    void person;
    await page.context().close();
  }
  writeFileSync(`${OUT}/problems.txt`, problems.join('\n'));
  expect(problems).toEqual([]);
});
