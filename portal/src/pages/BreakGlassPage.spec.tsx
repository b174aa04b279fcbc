import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { A_CHALLENGE, holdPasskey } from '../testing/passkey';
import { refusal, show } from '../testing/show';
import { BreakGlassPage } from './BreakGlassPage';

const ANSWERS = {
  'POST /portal/break-glass/challenge': A_CHALLENGE,
  'POST /portal/break-glass/sign-in': { use_id: A_CHALLENGE.challenge_id, client_id: 'client-a' },
};
const REASON = 'The directory refuses every sign-in.';

// break-glass 3.1
describe('the page of break-glass', () => {
  it('signs in with a passkey, and opens the use with a reason', async () => {
    holdPasskey();
    const assign = vi.fn();
    vi.stubGlobal('location', { ...window.location, assign });
    const page = show(<BreakGlassPage />, {
      answers: { ...ANSWERS, 'POST /security/break-glass/open': { use_id: A_CHALLENGE.challenge_id } },
    });
    await page.user.click(await screen.findByRole('button', { name: 'Sign in with a passkey' }));
    const reason = await screen.findByRole('textbox', { name: 'Why do you need it?' });
    const open = screen.getByRole('button', { name: 'Open for 60 minutes' });
    await page.user.type(reason, 'too short');
    expect(open).toHaveProperty('disabled', true);
    await page.user.clear(reason);
    await page.user.type(reason, REASON);
    await page.user.click(open);
    await vi.waitFor(() => expect(assign).toHaveBeenCalledWith('/settings?tab=signIn&client_id=client-a'));
    const asked = page.asked.find(({ path }) => path.endsWith('/open'))!;
    expect([asked.query, asked.body]).toEqual([{ client_id: 'client-a' }, { reason: REASON }]);
  });

  it('says that no passkey was used, and that one is not a holder’s', async () => {
    holdPasskey(false);
    const page = show(<BreakGlassPage />, {
      answers: {
        ...ANSWERS,
        'POST /portal/break-glass/sign-in': refusal(401, { code: 'unauthorized', message: 'Sign in.' }),
      },
    });
    const button = await screen.findByRole('button', { name: 'Sign in with a passkey' });
    await page.user.click(button);
    await screen.findByText(/^No passkey was used/);
    holdPasskey();
    await page.user.click(button);
    expect(await screen.findByText(/passkey does not belong/)).toBeTruthy();
  });
});
