import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { HoldersResponse, UseReportResponse } from '../../../api/generated';
import { A_CHALLENGE, holdPasskey } from '../../../testing/passkey';
import { aSession, refusal, show, type Answers } from '../../../testing/show';
import { BreakGlass } from './BreakGlass';

const ROUTE = '/security/break-glass';
const session = aSession({ 'client-a': 'client_admin' }, ['listBreakGlassUses', 'saveBreakGlassHolders']);
const OTHER = '0190a0a0-0000-7000-8000-00000000000a';
const AT = '2026-11-20T10:15:00.000Z';
const holder = (user_id: string, display_name: string, counts: boolean) => ({
  user_id,
  display_name,
  active: true,
  counts,
  proved_at_utc: counts ? AT : null,
  added_at_utc: AT,
  added_by: OTHER,
});
const HOLDERS: HoldersResponse = {
  holders: [holder(session.user_id, 'Kim Person', false), holder(OTHER, 'Mei Tanaka', true)],
  administrators: [
    { user_id: session.user_id, display_name: 'Kim Person' },
    { user_id: OTHER, display_name: 'Mei Tanaka' },
  ],
  proved_count: 1,
  etag: 'f'.repeat(24),
};
const act = (action: string, details: Record<string, unknown>, outcome = 'success') => ({
  occurred_at_utc: AT,
  action,
  outcome: outcome as 'success' | 'denied',
  details,
});
const USE: UseReportResponse = {
  use_id: '0190a0a0-0000-7000-8000-0000000000aa',
  holder_id: OTHER,
  state: 'closed',
  reason: 'The directory refuses every sign-in.',
  opened_at_utc: AT,
  ends_at_utc: '2026-11-20T11:15:00.000Z',
  closed_at_utc: '2026-11-20T10:41:00.000Z',
  closed_by: OTHER,
  confirmed_at_utc: null,
  confirmed_by: null,
  acts: [
    act('person.role_changed', { role: 'client_admin', previous_role: 'client_staff', user_id: OTHER }),
    act('sso_connection.changed', { connection_id: 'c-1', changed: 'client_secret' }),
    act('second_factor.refused', { kind: 'totp' }, 'denied'),
  ],
  pagination: { page: 1, page_size: 100, total_pages: 1, total_records: 3 },
};
const LIST = { items: [USE], pagination: { page: 1, page_size: 20, total_pages: 1, total_records: 1 } };
const NOBODY = { ...HOLDERS, holders: [], proved_count: 0 };
const NO_USES = { items: [], pagination: { page: 1, page_size: 20, total_pages: 0, total_records: 0 } };

const shown = (more: Answers = {}, by = session) =>
  show(<BreakGlass session={by} />, {
    session: by,
    answers: {
      [`GET ${ROUTE}/holders`]: { ...HOLDERS },
      [`GET ${ROUTE}/uses`]: LIST,
      [`GET ${ROUTE}/uses/${USE.use_id}`]: { ...USE },
      ...more,
    },
  });

describe('break-glass in the settings', () => {
  // break-glass 2.4
  it('says whether there is a way back, and who verified the passkey', async () => {
    shown();
    await screen.findByText('No safe way back');
    screen.getByText('Verified');
    screen.getByText('Not verified in 30 days');
  });

  it('says what comes next where nothing is there yet', async () => {
    shown({ [`GET ${ROUTE}/holders`]: NOBODY, [`GET ${ROUTE}/uses`]: NO_USES });
    await screen.findByText('No holders yet');
    await screen.findByText('Break-glass was never used');
  });

  it('says that it cannot be read now', async () => {
    const down = () => refusal(503, { code: 'dependency_unavailable' });
    shown({ [`GET ${ROUTE}/holders`]: down, [`GET ${ROUTE}/uses`]: down });
    await waitFor(() => expect(screen.getAllByRole('alert').length).toBe(2));
  });

  // break-glass 2.2
  it('saves the holders over those that were read', async () => {
    const page = shown({ [`PUT ${ROUTE}/holders`]: { ...HOLDERS } });
    await page.user.click(await screen.findByRole('button', { name: 'Choose the holders' }));
    const dialog = within(await screen.findByRole('dialog'));
    await page.user.click(dialog.getByRole('button', { name: 'Save' }));
    await screen.findByText('The holders are saved.');
    const put = page.asked.find(({ method }) => method === 'PUT')!;
    expect(put.headers.get('If-Match')).toBe(`"${HOLDERS.etag}"`);
    expect(put.body).toEqual({ user_ids: [session.user_id, OTHER] });
  });

  // break-glass 2.3
  it('lets a holder verify their own passkey', async () => {
    holdPasskey();
    const page = shown({
      'POST /portal/break-glass/challenge': A_CHALLENGE,
      [`POST ${ROUTE}/holders/me/prove`]: { ...HOLDERS, proved_count: 2 },
    });
    await page.user.click(await screen.findByRole('button', { name: 'Verify my passkey' }));
    await screen.findByText('Your passkey works.');
    expect(page.asked.find(({ path }) => path.endsWith('/prove'))!.body).toMatchObject({
      challenge_id: A_CHALLENGE.challenge_id,
      response: { id: 'key-1' },
    });
  });

  it('says that no passkey was used', async () => {
    holdPasskey(false);
    const page = shown({ 'POST /portal/break-glass/challenge': A_CHALLENGE });
    await page.user.click(await screen.findByRole('button', { name: 'Verify my passkey' }));
    await screen.findByText(/^No passkey was used/);
    expect(page.asked.some(({ path }) => path.endsWith('/prove'))).toBe(false);
  });

  // break-glass 4.1, 4.2
  it('shows what was done during a use, and confirms it', async () => {
    const confirmed = { ...USE, confirmed_at_utc: AT, confirmed_by: session.user_id };
    let now = USE;
    const page = shown({
      [`GET ${ROUTE}/uses`]: () => ({ ...LIST, items: [now] }),
      [`GET ${ROUTE}/uses/${USE.use_id}`]: () => ({ ...now }),
      [`POST ${ROUTE}/uses/${USE.use_id}/confirm`]: () => ({ ...(now = confirmed) }),
      'GET /security/sso/connections': { items: [{ connection_id: 'c-1', name: 'Head office' }] },
    });
    await page.user.click(await screen.findByRole('button', { name: 'Show' }));
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByText('The directory refuses every sign-in.');
    dialog.getByText('Changed the role of a person');
    dialog.getByText('Staff became Administrator');
    await dialog.findByText('Head office');
    dialog.getByText('Refused');
    await page.user.click(dialog.getByRole('button', { name: 'Confirm the use' }));
    await screen.findByText('The use is confirmed.');
    // The list behind the dialog shows it too, without being opened again.
    await waitFor(() => expect(screen.queryByText('Not yet')).toBeNull());
  });

  // break-glass 3.5, 4.2
  it('closes an open use, and leaves the confirmation to another administrator', async () => {
    const open = { ...USE, state: 'open', closed_at_utc: null, closed_by: null };
    const page = shown({
      [`GET ${ROUTE}/uses/${USE.use_id}`]: open,
      [`POST ${ROUTE}/close`]: refusal(409, { code: 'conflict', details: { block_reason: 'not_open' } }),
    });
    await page.user.click(await screen.findByRole('button', { name: 'Show' }));
    const dialog = within(await screen.findByRole('dialog'));
    await page.user.click(await dialog.findByRole('button', { name: 'Close the use' }));
    await dialog.findByText('This use is no longer open.');
    expect(page.asked.find(({ method }) => method === 'POST')!.body).toEqual({ use_id: USE.use_id });
  });

  it('does not let holders confirm their own use', async () => {
    const page = shown({ [`GET ${ROUTE}/uses/${USE.use_id}`]: { ...USE, holder_id: session.user_id } });
    await page.user.click(await screen.findByRole('button', { name: 'Show' }));
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByText(/^Ask another administrator/);
    expect(dialog.queryByRole('button', { name: 'Confirm the use' })).toBeNull();
  });

  // break-glass 3.3
  it('keeps the holders from a break-glass session', async () => {
    const page = shown({}, { ...session, break_glass_id: USE.use_id });
    await screen.findByRole('button', { name: 'Show' });
    expect(page.asked.some(({ path }) => path === `${ROUTE}/holders`)).toBe(false);
  });
});
