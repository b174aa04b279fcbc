import { screen, waitFor } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { show } from '../../testing/show';
import { Instant } from '../values/Instant';
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

  it('sorts by a column that can be sorted, largest first, and then the other way', async () => {
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

describe('the times of a row', () => {
  const times = [
    { name: 'began', label: 'Began', at: '2026-10-10T01:02:03.000Z' },
    { name: 'ended', label: 'Ended', at: '2026-10-10T01:04:05.000Z' },
  ];
  const table = (first: (text: ReactNode) => ReactNode) =>
    show(
      <DataTable
        caption="Calls"
        columns={times.map(({ name, label, at }, n) => ({
          name,
          label,
          cell: () => (n === 0 ? first(<Instant at={at} />) : <Instant at={at} />),
        }))}
        rows={[1]}
        keyOf={String}
      />,
      { at: '/calls?zone=UTC' },
    );

  it('are no stops beside the link of the row, which shows and has the exact ones', async () => {
    const { user } = table((time) => <a href="/calls/1">{time}</a>);
    const link = await screen.findByRole('link');
    await user.tab();
    await user.tab();
    expect(document.activeElement).toBe(link);
    const [began, ended] = await screen.findAllByText(/^(Began|Ended): Saturday.*UTC$/);
    expect(began!.textContent).toMatch(/1:02:03/);
    expect(ended!.textContent).toMatch(/1:04:05/);
    const description = document.getElementById(link.getAttribute('aria-describedby')!);
    expect(description!.textContent).toContain('1:02:03');
    await user.tab();
    expect(document.activeElement).toBe(document.body);
    await waitFor(() => expect(screen.queryByText(/^Began: /)).toBeNull());
    expect(link.getAttribute('aria-describedby')).toBeNull();
  });

  it('are stops where a row has nothing else to stop at', async () => {
    const { user } = table((time) => time);
    await screen.findByRole('table');
    await user.tab();
    await user.tab();
    expect(document.activeElement!.tagName).toBe('TIME');
    await screen.findByText(/^Saturday.*1:02:03/);
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
