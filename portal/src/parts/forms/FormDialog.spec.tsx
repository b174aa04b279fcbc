import { onlineManager } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { createApiKey, type CreateApiKeyRequest } from '../../api/generated';
import { useWrite } from '../../data/write';
import { expectHeld, refusal, show, type Answer } from '../../testing/show';
import { FormDialog } from './FormDialog';

const AT = { headers: { 'Idempotency-Key': 'key' }, query: { client_id: 'client-a' } };
const BODY: CreateApiKeyRequest = { description: 'CRM', scope: 'partner_user' };

function Dialog() {
  const [isOpen, setOpen] = useState(true);
  const write = useWrite(async (body: CreateApiKeyRequest) => (await createApiKey({ ...AT, body })).data);
  return (
    isOpen && (
      <FormDialog
        title="New key"
        action="Create"
        write={write}
        outcome={write.answer && <p>{write.answer.secret}</p>}
        onSubmit={() => write.send(BODY)}
        onClose={() => setOpen(false)}
      >
        What it is for.
      </FormDialog>
    )
  );
}

const shown = (answer: Answer) => show(<Dialog />, { answers: { 'POST /partner/api-keys': answer } });

describe('the form of a dialog', () => {
  afterEach(() => onlineManager.setOnline(true));

  it('stays until its answer, which may be shown once', async () => {
    const answer = Promise.withResolvers<{ secret: string }>();
    const { user, asked } = shown(answer.promise);
    await user.click(await screen.findByRole('button', { name: 'Create' }));
    await expectHeld(user, ['Cancel', 'Close']);
    answer.resolve({ secret: 'key-1' });
    await screen.findByText('key-1');
    await user.keyboard('{Escape}');
    screen.getByText('key-1');
    expect(asked).toHaveLength(1);
  });

  it('closes after a refusal', async () => {
    const { user } = shown(refusal(403));
    await user.click(await screen.findByRole('button', { name: 'Create' }));
    await screen.findByRole('alert');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is answered while the browser believes that it is offline', async () => {
    onlineManager.setOnline(false);
    const { user } = shown({ secret: 'key-1' });
    await user.click(await screen.findByRole('button', { name: 'Create' }));
    await screen.findByText('key-1');
  });
});
