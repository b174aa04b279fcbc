import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { show } from '../testing/show';
import { SecretOnce } from './SecretOnce';

describe('a secret that is shown once', () => {
  it('goes away when the person says that it is stored, and not before', async () => {
    const onStored = vi.fn();
    const { user } = show(<SecretOnce title="The key" secret="key-1" onStored={onStored} />);
    await screen.findByText('key-1');
    const done = screen.getByRole<HTMLButtonElement>('button', { name: 'Done' });
    expect(done.disabled).toBe(true);
    await user.click(screen.getByLabelText('I have stored it'));
    await user.click(done);
    expect(onStored).toHaveBeenCalledOnce();
  });

  it('is copied', async () => {
    const { user } = show(<SecretOnce title="The key" secret="key-1" onStored={vi.fn()} />);
    await user.click(await screen.findByRole('button', { name: 'Copy' }));
    await screen.findByRole('button', { name: 'Copied' });
    expect(await navigator.clipboard.readText()).toBe('key-1');
  });

  it('says what to do where it was shown before', async () => {
    show(<SecretOnce title="The key" secret={null} onStored={vi.fn()} />);
    await screen.findByText(/cannot be shown again/);
  });
});
