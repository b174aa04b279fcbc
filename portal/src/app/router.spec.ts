import { describe, expect, it } from 'vitest';
import { router } from './router';

const on = (to: string, search: object) =>
  router.buildLocation({ to, search: { client_id: 'a', zone: 'UTC', ...search } } as never).search;

describe('an address', () => {
  it.each([
    ['/billing', { tab: 'webhooks', webhook: 'w', invoice_status: 'open' }, { invoice_status: 'open' }],
    ['/projects', { tab: 'release', find: 'desk' }, { find: 'desk' }],
    ['/analytics', { status: 'missed', direction: 'inbound' }, { direction: 'inbound' }],
    ['/guide', { page: '3' }, {}],
  ])('of %s leaves out what other pages know: %j', (to, asked, kept) => {
    expect(JSON.parse(JSON.stringify(on(to, asked)))).toEqual({ client_id: 'a', zone: 'UTC', ...kept });
  });
});
