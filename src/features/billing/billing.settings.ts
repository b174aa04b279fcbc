import { makeExactValidator, str } from 'envalid';

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Uses https, or http on this machine for the local provider in development. */
const safeUrl = makeExactValidator<string>((input) => {
  const url = URL.parse(input);
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.test(url.hostname));
  if (!url || !isSafe || url.pathname !== '/' || url.search !== '')
    throw new Error('must be an https address without a path; http is only allowed for this machine');
  return url.origin;
});

const hosts = makeExactValidator<readonly string[]>((input) => {
  const names = input.split(',').map((text) => text.trim().toLowerCase());
  if (!names.every((name) => /^[a-z0-9.-]{1,253}(:\d{1,5})?$/.test(name)))
    throw new Error('must be host names, separated by commas');
  return names;
});

export const BILLING_SETTINGS = {
  BILLING_PROVIDER_KEY: str({
    default: undefined,
    desc: 'Secret key of the billing provider (Stripe). Without it billing is not configured, and health says so.',
    example: 'sk_live_change-me',
  }),
  BILLING_PROVIDER_EVENT_SECRET: str({
    default: undefined,
    desc:
      "Signing secret of the billing provider's events at POST /v1/billing/provider-events. Without it, " +
      'the route does not exist.',
    example: 'whsec_change-me',
  }),
  BILLING_PROVIDER_URL: safeUrl({
    default: 'https://api.stripe.com',
    desc: "Address of the billing provider's API.",
    example: 'https://api.stripe.com',
  }),
  BILLING_PROVIDER_HOSTS: hosts({
    // The hosts of the provider's portal, invoice pages and their files.
    default: ['billing.stripe.com', 'pay.stripe.com', 'invoice.stripe.com', 'files.stripe.com'],
    desc: 'Hosts, separated by commas, to which links of the billing provider may lead: its portal, and files of invoices.',
    example: 'billing.stripe.com,pay.stripe.com,invoice.stripe.com,files.stripe.com',
  }),
  BILLING_RETURN_URL: safeUrl({
    default: undefined,
    desc: "Address in the customers' portal to which the billing provider's portal returns.",
    example: 'https://portal.example.com',
  }),
};
