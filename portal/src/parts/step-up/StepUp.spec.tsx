import { Button, Modal } from '@mantine/core';
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { startAccountExport } from '../../api/generated';
import { useWrite } from '../../data/write';
import { A_CHALLENGE, holdPasskey } from '../../testing/passkey';
import { refusal, show, type Answer, type Answers } from '../../testing/show';
import { Refusal } from '../Refusal';

const EXPORTS = 'POST /portal/account-exports';
const BEGIN = 'POST /portal/mfa/step-up';
const CONFIRM = 'POST /portal/mfa/step-up/confirm';
const NEEDED = refusal(403, { code: 'step_up_required', details: { block_reason: 'step_up_required' } });

/** A page that does not handle step-ups. */
function Page() {
  const start = useWrite(
    async (_: undefined, key) =>
      (await startAccountExport({ body: { sections: ['people'] }, headers: { 'Idempotency-Key': key } }))
        .data,
  );
  return (
    <>
      <Button loading={start.isPending} onClick={() => start.send(undefined)}>
        Export
      </Button>
      <Refusal problem={start.problem} />
      {start.answer && <output>Started</output>}
    </>
  );
}

/** The same page in a dialog that Escape closes. */
function InDialog() {
  const [isOpen, setOpen] = useState(true);
  return (
    <Modal opened={isOpen} onClose={() => setOpen(false)} title="Exports">
      <Page />
    </Modal>
  );
}

/** Responses that refuse until a proof has arrived. */
function stage(kinds: readonly string[], more: Answers = {}, part = <Page />) {
  let isProved = false;
  const page = show(part, {
    answers: {
      [EXPORTS]: (): Answer => (isProved ? { export_id: 'e-1' } : NEEDED),
      [BEGIN]: { kinds, ...A_CHALLENGE },
      [CONFIRM]: (): Answer => {
        isProved = true;
        return { stepped_up_until_utc: '2026-11-20T10:15:00.000Z' };
      },
      ...more,
    },
  });
  const press = async () => {
    await page.user.click(await screen.findByRole('button', { name: 'Export' }));
    return within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
  };
  const times = (route: string): number =>
    page.asked.filter(({ method, path }) => `${method} ${path}` === route).length;
  return { ...page, press, times };
}

// second-factors 4.3, 4.4
describe('a request that asks for a step-up', () => {
  it('is repeated once after a code, with the same body and key', async () => {
    const { press, user, asked } = stage(['totp']);
    const dialog = await press();
    await user.type(await dialog.findByLabelText('Code from your authenticator app'), '123 456');
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    await screen.findByText('Started');
    expect(screen.queryByRole('dialog')).toBeNull();
    const sent = asked.filter(({ path }) => path === '/portal/account-exports');
    expect(sent.map(({ body }) => body)).toEqual([{ sections: ['people'] }, { sections: ['people'] }]);
    const [first, second] = sent.map(({ headers }) => headers.get('Idempotency-Key'));
    expect([first, first]).toEqual([expect.any(String), second]);
    expect(asked.find(({ path }) => path.endsWith('/confirm'))!.body).toEqual({
      kind: 'totp',
      code: '123456',
    });
  });

  it('is repeated after a passkey, which signs the challenge that was given', async () => {
    holdPasskey();
    const { press, user, asked } = stage(['totp', 'webauthn']);
    const dialog = await press();
    await user.click(await dialog.findByRole('button', { name: 'Use a passkey' }));
    await screen.findByText('Started');
    expect(asked.find(({ path }) => path.endsWith('/confirm'))!.body).toMatchObject({
      kind: 'webauthn',
      challenge_id: A_CHALLENGE.challenge_id,
      response: { id: 'key-1', type: 'public-key' },
    });
  });

  it('waits while a code is wrong, and takes a recovery code instead', async () => {
    let tries = 0;
    const { press, user, times } = stage(['totp', 'recovery_code'], {
      [CONFIRM]: (): Answer => {
        tries += 1;
        return refusal(400, { code: 'validation_failed' });
      },
    });
    const dialog = await press();
    await user.type(await dialog.findByLabelText('Code from your authenticator app'), '000000');
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    await dialog.findByText(/This code is wrong/);
    await user.click(dialog.getByRole('button', { name: 'Use a recovery code' }));
    expect(dialog.queryByText(/This code is wrong/)).toBeNull();
    await user.type(dialog.getByLabelText('Recovery code'), 'K7PXQ-3MABC');
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    await dialog.findByText(/This code is wrong/);
    expect([tries, times(EXPORTS)]).toEqual([2, 1]);
  });

  it('reads another challenge after a passkey that was refused, and says that a dialog was closed', async () => {
    holdPasskey(false);
    const { press, user, times } = stage(['webauthn'], {
      [CONFIRM]: refusal(400, { code: 'validation_failed' }),
    });
    const dialog = await press();
    await user.click(await dialog.findByRole('button', { name: 'Use a passkey' }));
    await dialog.findByText(/the dialog was closed/);
    holdPasskey();
    await user.click(dialog.getByRole('button', { name: 'Use a passkey' }));
    await dialog.findByText(/This passkey was not accepted/);
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    await dialog.findByRole('button', { name: 'Use a passkey' });
    expect(times(BEGIN)).toBe(2);
  });

  it('is refused in words where the person closes the dialog', async () => {
    const { press, user, times } = stage(['totp']);
    const dialog = await press();
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    await screen.findByText(/This action requires you to confirm your identity/);
    expect(times(EXPORTS)).toBe(1);
  });

  it('ends with Escape alone, and the focus goes back to the button that asked', async () => {
    const { press, user, times } = stage(['totp'], {}, <InDialog />);
    const dialog = await press();
    await dialog.findByLabelText('Code from your authenticator app');
    await user.keyboard('{Escape}');
    const below = within(screen.getByRole('dialog', { name: 'Exports' }));
    await below.findByText(/This action requires you to confirm your identity/);
    expect(screen.queryByRole('dialog', { name: 'Confirm that it is you' })).toBeNull();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Export'));
    expect(times(EXPORTS)).toBe(1);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('leads a person without a factor to the page that adds one', async () => {
    const { press, user, path } = stage([]);
    const dialog = await press();
    dialog.getByRole('link', { name: 'Sign in again' });
    await user.click(await dialog.findByRole('link', { name: 'Add a second factor' }));
    expect(path()).toBe('/security');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('says when to try again after too many proofs', async () => {
    const { press } = stage(['totp'], { [BEGIN]: refusal(429, {}, { 'retry-after': '12' }) });
    const dialog = await press();
    await dialog.findByText('Too many requests. Try again in 12 seconds.');
  });
});
