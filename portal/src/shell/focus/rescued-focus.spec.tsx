import { Button, Menu, Modal } from '@mantine/core';
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { FollowUpPanel } from '../../parts/follow-up/FollowUpPanel';
import { aSession, show } from '../../testing/show';
import { useRescuedFocus } from './rescued-focus';

const ROWS = ['one', 'two', 'three'];

/** A list whose rows are removed by a button, by a dialog and by a menu, and a button that waits. */
function Page({ answer }: { readonly answer?: Promise<void> }) {
  const [rows, setRows] = useState(ROWS);
  const [asked, setAsked] = useState<string>();
  const [isWaiting, setWaiting] = useState(false);
  const remove = (row: string): void => setRows((all) => all.filter((it) => it !== row));
  const wait = async (): Promise<void> => {
    setWaiting(true);
    await answer;
    setWaiting(false);
  };
  useRescuedFocus('content');
  return (
    <>
      <p>Plain text</p>
      <main id="content" tabIndex={-1}>
        <div>
          <ul>
            {rows.map((row) => (
              <li key={row}>
                <time tabIndex={0}>today</time>
                <Button onClick={() => remove(row)}>End {row}</Button>
                <Button onClick={() => setAsked(row)}>Ask {row}</Button>
              </li>
            ))}
          </ul>
          <Menu>
            <Menu.Target>
              <Button>More</Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => undefined}>Rename</Menu.Item>
            </Menu.Dropdown>
          </Menu>
          <Button loading={isWaiting} onClick={() => void wait()}>
            Save
          </Button>

          <Modal opened={asked !== undefined} onClose={() => setAsked(undefined)} title="Sure?">
            <Button
              onClick={() => {
                remove(asked!);
                setAsked(undefined);
              }}
            >
              Really
            </Button>
          </Modal>
        </div>
      </main>
    </>
  );
}

const focusIsOn = (name: string) =>
  waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name })));

describe('the focus of a control that is removed', () => {
  it('goes to the control in its place, and after the last one to the one before', async () => {
    const { user } = show(<Page />);
    await user.click(await screen.findByRole('button', { name: 'End two' }));
    await focusIsOn('End three');
    await user.keyboard('{Enter}');
    await focusIsOn('End one');
    await user.keyboard('{Enter}');
    await focusIsOn('More');
  });

  it('goes to the next row when the dialog of a row removes it', async () => {
    const { user } = show(<Page />);
    await user.click(await screen.findByRole('button', { name: 'Ask two' }));
    await user.click(await screen.findByRole('button', { name: 'Really' }));
    await focusIsOn('End three');
  });

  it('comes back to a button that waited, and to the button of a menu', async () => {
    let end = (): void => undefined;
    const { user } = show(<Page answer={new Promise((resolve) => (end = resolve))} />);
    await user.click(await screen.findByRole('button', { name: 'Save' }));
    // As browsers do for a disabled control.
    (document.activeElement as HTMLElement).blur();
    end();
    await focusIsOn('Save');
    await user.click(screen.getByRole('button', { name: 'More' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Rename' }));
    await focusIsOn('More');
  });

  it('goes on from a button that stays disabled after its answer', async () => {
    let end = (): void => undefined;
    const answer = new Promise<void>((resolve) => (end = resolve));
    function Form() {
      const [state, setState] = useState<'new' | 'waits' | 'saved'>('new');
      const save = async (): Promise<void> => {
        setState('waits');
        await answer;
        setState('saved');
      };
      useRescuedFocus('content');
      return (
        <main id="content" tabIndex={-1}>
          <form>
            <input aria-label="Note" />
            <Button loading={state === 'waits'} disabled={state === 'saved'} onClick={() => void save()}>
              Save
            </Button>
          </form>
        </main>
      );
    }
    const { user } = show(<Form />);
    const save = await screen.findByRole('button', { name: 'Save' });
    await user.click(save);
    await waitFor(() => expect(save.matches('[data-loading]')).toBe(true));
    // As browsers do for a disabled control.
    save.blur();
    end();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Note' })));
  });

  it('stays away after a click beside all controls', async () => {
    const { user } = show(<Page />);
    await user.click(await screen.findByRole('button', { name: 'End two' }));
    await focusIsOn('End three');
    await user.click(screen.getByText('Plain text'));
    const button = screen.getByRole('button', { name: 'End three' });
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    button.remove();
    await Promise.resolve();
    vi.runAllTimers();
    vi.useRealTimers();
    expect(screen.getAllByRole('button')).not.toContain(document.activeElement);
  });

  it('goes to the number after “I called back”', async () => {
    const saved = { call_id: 'c1', state: 'open', reason: 'missed_inbound', owner: null, due_at_utc: null };
    const followUp = { ...saved, note: null, note_status: 'none', tags: [], etag: '4' };
    const answers = { ...followUp };
    function Call() {
      useRescuedFocus('content');
      return (
        <main id="content" tabIndex={-1}>
          <FollowUpPanel callId="c1" />
        </main>
      );
    }
    const { user } = show(<Call />, {
      at: '/calls/c1',
      session: aSession({ 'client-a': 'client_admin' }, ['saveFollowUp']),
      answers: {
        'GET /calls/c1/follow-up': () => ({ ...answers }),
        'GET /calls/c1': { call_id: 'c1', caller: { number: '+61400000001' } },
        'POST /calls/c1/audit-pii-access': {},
        'PUT /calls/c1/follow-up': () => Object.assign(answers, { state: 'done', etag: '5' }),
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Call back' }));
    await user.click(await screen.findByRole('button', { name: 'I called back: done' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'I called back: done' })).toBeNull());
    const group = screen.getByRole('group', { name: 'Call back' });
    await waitFor(() => expect(document.activeElement).toBe(within(group).getByRole('link')));
  });
});
