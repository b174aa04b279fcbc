import { TextInput } from '@mantine/core';
import { cleanup, screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { useEdited } from '../../forms/edited';
import { show } from '../../testing/show';
import { EditedForm } from './EditedForm';

const onSave = vi.fn<(values: object) => void>();

function NameForm({ name, etag }: { readonly name: string; readonly etag: string }) {
  const edited = useEdited('name', { values: { name }, etag });
  return (
    <EditedForm
      edited={edited}
      describe={(values) => [['Name', values.name]]}
      write={{ isPending: false, problem: undefined }}
      onSave={() => onSave(edited.values)}
    >
      <TextInput
        label="Name"
        value={edited.values.name}
        onChange={({ currentTarget }) => edited.set({ name: currentTarget.value })}
      />
    </EditedForm>
  );
}

function TwoPeople() {
  const [saved, save] = useState({ name: 'Front desk', etag: '1' });
  return (
    <>
      <NameForm {...saved} />
      <button type="button" onClick={() => save({ name: 'Theirs', etag: '2' })}>
        Another person saves
      </button>
    </>
  );
}

describe('a form of an object that is saved as a whole', () => {
  it('saves a change alone, and discards it', async () => {
    const { user } = show(<NameForm name="Front desk" etag="1" />);
    const save = await screen.findByRole<HTMLButtonElement>('button', { name: 'Save' });
    expect(save.disabled).toBe(true);
    await user.type(screen.getByLabelText('Name'), ' 2');
    await user.click(save);
    expect(onSave.mock.calls).toEqual([[{ name: 'Front desk 2' }]]);
    await user.click(screen.getByRole('button', { name: 'Discard changes' }));
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Front desk');
    expect(save.disabled).toBe(true);
  });

  it('says that it opens with changes from before', async () => {
    const before = show(<NameForm name="Front desk" etag="1" />);
    await before.user.type(await screen.findByLabelText('Name'), ' 2');
    expect(screen.queryByText(/not saved yet/)).toBeNull();
    cleanup();
    const { user } = show(<NameForm name="Front desk" etag="1" />);
    await screen.findByText(/not saved yet/);
    await user.click(screen.getByRole('button', { name: 'Discard changes' }));
    expect(screen.queryByText(/not saved yet/)).toBeNull();
  });

  // errors 4.3
  it('shows both sides where another person has saved since, and takes either', async () => {
    const { user } = show(<TwoPeople />);
    await user.type(await screen.findByLabelText('Name'), ' 2');
    await user.click(screen.getByRole('button', { name: 'Another person saves' }));
    await screen.findByRole('row', { name: 'Name Theirs Front desk 2' });
    screen.getByRole('button', { name: 'Save mine' });
    await user.click(screen.getByRole('button', { name: 'Use the current values' }));
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Theirs');
    expect(screen.queryByText('Both sides')).toBeNull();
  });
});
