import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { show } from '../testing/show';
import { KeyList } from './KeyList';

it('lists the keys of tickets besides those of every page', async () => {
  show(<KeyList pages={[]} close={() => undefined} />);
  await screen.findByRole('dialog');
  const keys = [...document.querySelectorAll('kbd')].map((it) => it.textContent);
  expect(keys).toEqual(['/', 'Ctrl K', 'e', '?', 'j', 'k', 'n', 'r']);
});
