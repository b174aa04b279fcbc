import { useQuery } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { listCallsOptions } from '../api/generated/@tanstack/react-query.gen';
import { useFactorDue } from '../api/step-up';
import { Loaded } from '../parts/States';
import { refusal, show } from '../testing/show';
import { FactorDue } from './FactorDue';

function Page() {
  const calls = useQuery(listCallsOptions({ query: { client_id: 'client-a' } }));
  return (
    <Loaded query={calls} what="Calls" height={80}>
      {() => <output>Here they are</output>}
    </Loaded>
  );
}
const Frame = () => (useFactorDue() ? <FactorDue /> : <Page />);

// second-factors 3.3
it('replaces a page until the session has proved a second factor', async () => {
  let isProved = false;
  const { user } = show(<Frame />, {
    answers: {
      'GET /calls/list': () =>
        isProved ? { items: [] } : refusal(403, { details: { block_reason: 'second_factor_required' } }),
      'POST /portal/mfa/step-up': { kinds: ['totp'], challenge_id: null, authentication: null },
      'POST /portal/mfa/step-up/confirm': () => {
        isProved = true;
        return { stepped_up_until_utc: '2026-11-20T10:15:00.000Z' };
      },
    },
  });
  await screen.findByRole('heading', { name: 'Your role needs a second factor' });
  await user.type(await screen.findByLabelText('Code from your authenticator app'), '123456');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  await screen.findByText('Here they are');
});

it('leads a person without a factor to the page that adds one', async () => {
  const { user, path } = show(<FactorDue />, {
    answers: { 'POST /portal/mfa/step-up': { kinds: [], challenge_id: null, authentication: null } },
  });
  await user.click(await screen.findByRole('link', { name: 'Add a second factor' }));
  expect(path()).toBe('/security');
});
