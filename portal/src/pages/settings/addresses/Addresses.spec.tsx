import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { AddressResponse } from '../../../api/generated';
import { aSession, refusal, show, type Answers } from '../../../testing/show';
import { Addresses } from './Addresses';

const session = aSession({ 'client-a': 'client_admin' }, ['listEmailAddresses']);
const anAddress = (address_id: string, more: Partial<AddressResponse>): object => ({
  address_id,
  email_masked: 'd***@e***.com',
  label: address_id,
  topics: [],
  language: 'en',
  delivery: 'immediate',
  digest_at: '08:00',
  quiet_from: null,
  quiet_until: null,
  timezone: 'Europe/Berlin',
  status: 'verified',
  mail_status: 'sent',
  verify_until_utc: null,
  verified_at_utc: null,
  ...more,
});
const LIST = 'GET /portal/email-routing/addresses';
const answers: Answers = {
  [LIST]: {
    items: [
      anAddress('Desk', { topics: ['people', 'usage'] }),
      anAddress('Office', { status: 'pending', mail_status: 'failed' }),
      anAddress('Old desk', { status: 'bounced' }),
    ],
    topics: ['people', 'usage'],
  },
};

// email-routing section 1
describe('the addresses for notices', () => {
  const shown = (more: Answers = {}) => show(<Addresses />, { session, answers: { ...answers, ...more } });

  it('say what each is told of and how it is, and ask again only those that are not confirmed', async () => {
    shown();
    await screen.findByText('People, Usage');
    for (const word of ['Confirmed', 'Waiting for confirmation', 'Not delivered', 'Bounced'])
      expect(screen.getByText(word)).toBeTruthy();
    const names = screen.getAllByRole('button', { name: /^(Send confirmation again|Delete)/ });
    expect(names.map((it) => it.getAttribute('aria-label'))).toEqual([
      'Delete: Desk',
      'Send confirmation again: Office',
      'Delete: Office',
      'Send confirmation again: Old desk',
      'Delete: Old desk',
    ]);
  });

  it('are added with their topics, once the address and the name are there', async () => {
    const page = shown({
      [LIST]: { items: [], topics: ['people', 'usage'] },
      'POST /portal/email-routing/addresses': anAddress('Desk', {}) as Record<string, unknown>,
    });
    await screen.findByText('No addresses yet');
    await page.user.click(screen.getByRole('button', { name: 'Add an address' }));
    const dialog = within(await screen.findByRole('dialog'));
    await page.user.click(dialog.getByRole('button', { name: 'Add and send confirmation' }));
    await dialog.findByText('Enter an address such as desk@example.com');
    await page.user.type(dialog.getByRole('textbox', { name: 'Address' }), 'desk@example.com');
    await page.user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Desk');
    await page.user.click(dialog.getByRole('checkbox', { name: 'Usage' }));
    await page.user.click(dialog.getByRole('button', { name: 'Add and send confirmation' }));
    await screen.findByText('An email with a confirmation link is on its way to Desk.');
    const { body, headers } = page.asked.find(({ method }) => method === 'POST')!;
    expect(body).toMatchObject({
      email: 'desk@example.com',
      label: 'Desk',
      topics: ['usage'],
      language: 'en',
      delivery: 'immediate',
      quiet_from: null,
      quiet_until: null,
    });
    expect(headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/);
  });

  // email-routing 6.9, 6.10
  it('get one mail a day, and none in quiet hours, by the clock of their zone', async () => {
    const page = shown({
      'PATCH /portal/email-routing/addresses/Desk': anAddress('Desk', {}) as Record<string, unknown>,
    });
    await page.user.click(await screen.findByRole('button', { name: 'Change: Desk' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.queryByLabelText('Time of the daily email')).toBeNull();
    await page.user.click(dialog.getByRole('combobox', { name: 'Emails' }));
    await page.user.click(await screen.findByRole('option', { name: 'Once a day, all in one email' }));
    await page.user.click(dialog.getByRole('checkbox', { name: /^Quiet hours/ }));
    fireEvent.change(dialog.getByLabelText('Time of the daily email'), { target: { value: '09:30' } });
    fireEvent.change(dialog.getByLabelText('Until'), { target: { value: '06:15' } });
    await page.user.click(dialog.getByRole('button', { name: 'Save' }));
    await screen.findByText('Desk is saved.');
    expect(page.asked.find(({ method }) => method === 'PATCH')!.body).toMatchObject({
      delivery: 'daily',
      digest_at: '09:30',
      quiet_from: '22:00',
      quiet_until: '06:15',
      timezone: 'Europe/Berlin',
    });
  });

  it('say when an address was asked too often', async () => {
    const page = shown({
      'POST /portal/email-routing/addresses/Office/resend': refusal(
        429,
        { code: 'rate_limited', message: 'Too often.' },
        { 'Retry-After': '60' },
      ),
    });
    await page.user.click(await screen.findByRole('button', { name: 'Send confirmation again: Office' }));
    const dialog = within(await screen.findByRole('dialog'));
    await page.user.click(dialog.getByRole('button', { name: 'Send confirmation again' }));
    await dialog.findByRole('alert');
  });

  it('say that they are unavailable', async () => {
    shown({ [LIST]: refusal(503, { code: 'dependency_unavailable' }) });
    await screen.findByRole('alert');
  });
});
