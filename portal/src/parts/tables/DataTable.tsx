import { Table, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { OneStop } from '../values/OneStop';

export interface Column<Row> {
  readonly name: string;
  readonly label: string;
  readonly isNumber?: boolean;
  readonly canSort?: boolean;
  /** Whether its values need no label; a card then shows them without one. */
  readonly isPlain?: boolean;
  readonly cell: (row: Row) => ReactNode;
}

export interface Sort {
  readonly by: string;
  readonly order: 'asc' | 'desc';
}

/**
 * A table. Its head stays in sight while the rows scroll, and columns that do not fit scroll
 * sideways. The tab key stops once at each row, and at its buttons. On a phone, and on a page at twice its size, each row is a card of labelled values, and the head offers the sort orders.
 *
 * Some tables do not fit, because their rows have headers as well: names and values (`Facts`),
 * figures of meters side by side, the results of a run of tests, and changes whose sides are
 * compared or chosen.
 */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  keyOf,
  sort,
  onSort,
  isWhole = false,
}: {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly sort?: Sort;
  readonly onSort?: (sort: Sort) => void;
  /**
   * Whether all rows are shown and scroll with the page: for a table with a known number of rows.
   */
  readonly isWhole?: boolean;
}) {
  const orderOf = (name: string): 'ascending' | 'descending' | 'none' =>
    sort?.by !== name ? 'none' : sort.order === 'asc' ? 'ascending' : 'descending';
  return (
    <div
      className="tableFrame"
      data-whole={isWhole || undefined}
      tabIndex={0}
      role="group"
      aria-label={caption}
    >
      {/* A table drawn as cards is still a table for a screen reader, only because of its roles. */}
      <Table className="dataTable" verticalSpacing={6} highlightOnHover role="table" aria-label={caption}>
        <Table.Thead role="rowgroup">
          <Table.Tr role="row">
            {columns.map(({ name, label, isNumber, canSort }) => (
              <Table.Th
                key={name}
                scope="col"
                role="columnheader"
                data-sorts={(canSort && onSort !== undefined) || undefined}
                ta={isNumber ? 'right' : undefined}
                aria-sort={canSort ? orderOf(name) : undefined}
              >
                {canSort && onSort ? (
                  <UnstyledButton
                    fz="inherit"
                    fw="inherit"
                    onClick={() =>
                      onSort({ by: name, order: sort?.by === name && sort.order === 'desc' ? 'asc' : 'desc' })
                    }
                  >
                    {label}{' '}
                    {sort?.by === name &&
                      (sort.order === 'asc' ? (
                        <IconArrowUp aria-hidden size={13} />
                      ) : (
                        <IconArrowDown aria-hidden size={13} />
                      ))}
                  </UnstyledButton>
                ) : (
                  label
                )}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody role="rowgroup">
          {rows.map((row) => (
            <OneStop key={keyOf(row)}>
              {(props) => (
                <Table.Tr {...props} role="row">
                  {columns.map(({ name, label, isNumber, isPlain, cell }) => (
                    <Table.Td
                      key={name}
                      role="cell"
                      data-label={label}
                      data-number={isNumber}
                      data-plain={isPlain}
                      ta={isNumber ? 'right' : undefined}
                    >
                      {cell(row)}
                    </Table.Td>
                  ))}
                </Table.Tr>
              )}
            </OneStop>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
