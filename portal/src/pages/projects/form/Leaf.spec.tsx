import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { show } from '../../../testing/show';
import { FormContext } from './context';
import { Field } from './Field';
import { Leaf } from './Leaf';
import type { Json } from './schema';

const BUILDS = [
  { value: '', label: 'None' },
  { value: 'b1', label: '20 Nov 2026 · 3 sources' },
];

function Assistant() {
  const [value, setValue] = useState<Json | undefined>('b1');
  return (
    <FormContext
      value={{
        Field,
        section: 'assistant',
        findings: [],
        isReadOnly: false,
        references: { build: BUILDS },
        set: (_, next) => setValue(next),
      }}
    >
      <Leaf path="knowledge_build_id" schema={{ type: 'string' }} value={value} isRequired={false} />
      <output>{value === undefined ? 'left out' : 'named'}</output>
    </FormContext>
  );
}

it('a build is chosen among ready ones, or none', async () => {
  const { user } = show(<Assistant />);
  const choice = await screen.findByRole('combobox');
  expect((choice as HTMLInputElement).value).toBe('20 Nov 2026 · 3 sources');
  await user.click(choice);
  await user.click(await screen.findByRole('option', { name: 'None' }));
  expect((choice as HTMLInputElement).value).toBe('None');
  screen.getByText('left out');
});
