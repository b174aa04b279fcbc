import { screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { show } from '../../testing/show';
import { ColumnsMenu } from './ColumnsMenu';
import { DataTable, type Sort } from './DataTable';

interface Row {
  readonly name: string;
  readonly seconds: number;
}

const COLUMNS = [
  { name: 'name', label: 'Name', cell: (row: Row) => row.name },
  { name: 'seconds', label: 'Seconds', isNumber: true, canSort: true, cell: (row: Row) => row.seconds },
];
const ROWS = [
  { name: 'Ada', seconds: 3 },
  { name: '<script>alert(1)</script>', seconds: 1 },
];

function Sorted() {
  const [sort, setSort] = useState<Sort>({ by: 'name', order: 'asc' });
  return (
    <DataTable
      caption="Calls"
      columns={COLUMNS}
      rows={ROWS}
      keyOf={({ name }) => name}
      sort={sort}
      onSort={setSort}
    />
  );
}

function Chosen() {
  const [shown, setShown] = useState<readonly string[]>(['name', 'seconds']);
  return <ColumnsMenu columns={COLUMNS} shown={shown} onChange={setShown} />;
}

describe('a table', () => {
  it('shows each row as text under its labels, within a named place that scrolls', async () => {
    show(<Sorted />);
    await screen.findByRole('group', { name: 'Calls' });
    const rows = screen.getAllByRole('row').map(({ textContent }) => textContent);
    expect(rows).toEqual(['NameSeconds ', 'Ada3', '<script>alert(1)</script>1']);
  });

  it('names each value for the cards of a phone, and stays a table for screen readers', async () => {
    show(<Sorted />);
    const table = await screen.findByRole('table', { name: 'Calls' });
    const cells = [...table.querySelectorAll('td')].map((it) => [
      it.getAttribute('role'),
      it.dataset['label'],
    ]);
    expect(cells.slice(0, 2)).toEqual([
      ['cell', 'Name'],
      ['cell', 'Seconds'],
    ]);
    const heads = [...table.querySelectorAll('th')].map((it) => [
      it.getAttribute('role'),
      it.dataset['sorts'],
    ]);
    expect(heads).toEqual([
      ['columnheader', undefined],
      ['columnheader', 'true'],
    ]);
  });

  it('sorts by a column that can be sorted, the largest first, and then the other way', async () => {
    const { user } = show(<Sorted />);
    const order = (): string | null =>
      screen.getByRole('columnheader', { name: /Seconds/ }).getAttribute('aria-sort');
    await user.click(await screen.findByRole('button', { name: /Seconds/ }));
    const first = order();
    await user.click(screen.getByRole('button', { name: /Seconds/ }));
    expect([first, order()]).toEqual(['descending', 'ascending']);
    expect(screen.queryByRole('button', { name: /Name/ })).toBeNull();
  });
});

describe('the choice of columns', () => {
  it('keeps one at least', async () => {
    const { user } = show(<Chosen />);
    await user.click(await screen.findByRole('button', { name: 'Columns' }));
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Seconds' }));
    const last = screen.getByRole<HTMLButtonElement>('menuitemcheckbox', { name: 'Name' });
    expect([last.getAttribute('aria-checked'), last.disabled]).toEqual(['true', true]);
  });
});
