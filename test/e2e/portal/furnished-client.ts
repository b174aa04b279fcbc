import { expect } from 'vitest';
import { addAccount } from '../../../tools/dev/billing/billing-accounts.ts';
import type { LocalBillingProvider } from '../../../tools/dev/billing/billing-provider.ts';
import { aCall, type TestTenant } from '../../support/builders.js';
import type { PortalPages } from '../../support/portal-pages.js';
import { aPlan, CONTACT, PERIOD } from '../billing/billing-fixture.js';

/** Gives a client projects, calls on 10 October 2026 and a billing plan. @returns its first project */
export async function furnish(
  pages: PortalPages,
  billing: LocalBillingProvider,
  tenant: TestTenant,
  of: { readonly projects: number; readonly calls: number; readonly plan: string },
): Promise<string> {
  const { world } = pages;
  const { clientId, dataEnv } = tenant;
  const projects = await Promise.all(Array.from({ length: of.projects }, () => world.aProject(tenant)));
  const calls = Array.from({ length: of.calls }, (_, n) =>
    aCall(projects[n % projects.length]!, { call_id: `${clientId}-call-${n}` }),
  );
  const answer = await fetch(`${pages.url}/internal/v1/calls`, {
    method: 'POST',
    headers: {
      'X-API-Key': await world.aKey(tenant, 'runtime-ingest'),
      'Content-Type': 'application/json',
    },
    body: JSON.stringify(calls),
  });
  expect(await answer.json()).toMatchObject({ accepted: of.calls });
  const account = {
    name: clientId.replaceAll('-', ''),
    clientId,
    dataEnv,
    email: CONTACT.email,
    contact: CONTACT.name,
    periodStart: PERIOD.start,
    periodEnd: PERIOD.end,
  };
  await aPlan(pages, tenant, addAccount(billing.state, account));
  await world.sql('UPDATE billing_plans SET plan_name = $2 WHERE client_id = $1', [clientId, of.plan]);
  return projects[0]!;
}
