import { addAccount, addInvoice, emptyState } from '../../tools/dev/billing/billing-accounts.ts';
import { startBillingProvider } from '../../tools/dev/billing/billing-provider.ts';
import { announce } from '../harness/children.ts';

// The local billing provider with one customer and two years of invoices.

const DAY_MS = 86_400_000;
const INVOICES = 24;
const [key = '', clientId = '', name = '', bytes = '0'] = process.argv.slice(2);

const state = emptyState();
const now = Math.floor(Date.now() / 1000) * 1000;
const { customerId } = addAccount(state, {
  ...{ name, clientId, dataEnv: 'prod' },
  email: 'billing@customer.example',
  contact: 'Accounts',
  periodStart: new Date(now - 17 * DAY_MS),
  periodEnd: new Date(now + 13 * DAY_MS),
});
for (let month = INVOICES; month > 0; month -= 1)
  addInvoice(state, customerId, new Date(now - month * 30 * DAY_MS));

const provider = await startBillingProvider({ key, state });
provider.file = { bytes: Number(bytes) };
announce(Number(new URL(provider.url).port));
