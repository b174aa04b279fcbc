import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { show } from '../testing/show';
import { Confirm } from './Confirm';

describe('a question before something ends', () => {
  const asks = { title: 'Delete', action: 'Delete it', write: { isPending: false, problem: undefined } };

  it('does what it says at once where nothing is to be typed, and closes without it', async () => {
    const [onConfirm, onClose] = [vi.fn(), vi.fn()];
    const { user } = show(
      <Confirm {...asks} onConfirm={onConfirm} onClose={onClose}>
        What ends.
      </Confirm>,
    );
    await screen.findByRole('dialog', { name: 'Delete' });
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect([onConfirm.mock.calls.length, onClose.mock.calls.length]).toEqual([0, 1]);
    await user.click(screen.getByRole('button', { name: 'Delete it' }));
    expect(onConfirm).toHaveBeenCalledOnce();
  });

  it('waits for the name where that cannot be undone', async () => {
    const onConfirm = vi.fn();
    const { user } = show(
      <Confirm {...asks} typed="Front desk" onConfirm={onConfirm} onClose={vi.fn()}>
        What ends.
      </Confirm>,
    );
    const name = await screen.findByRole('textbox');
    await user.type(name, 'front{Enter}');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Delete it' }).disabled).toBe(true);
    expect(onConfirm).not.toHaveBeenCalled();
    await user.clear(name);
    await user.type(name, ' Front desk {Enter}');
    expect(onConfirm).toHaveBeenCalledOnce();
  });
});
