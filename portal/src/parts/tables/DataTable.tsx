import { ScrollArea, Table, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';

export interface Column<Row> {
  readonly name: string;
  readonly label: string;
  readonly isNumber?: boolean;
  readonly canSort?: boolean;
  readonly cell: (row: Row) => ReactNode;
}

export interface Sort {
  readonly by: string;
  readonly order: 'asc' | 'desc';
}

/** A table. Narrow screens scroll it sideways, so that every column stays within reach. */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  keyOf,
  sort,
  onSort,
}: {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly sort?: Sort;
  readonly onSort?: (sort: Sort) => void;
}) {
  const orderOf = (name: string): 'ascending' | 'descending' | 'none' =>
    sort?.by !== name ? 'none' : sort.order === 'asc' ? 'ascending' : 'descending';
  return (
    <ScrollArea viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': caption }}>
      <Table verticalSpacing={6} highlightOnHover aria-label={caption}>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ name, label, isNumber, canSort }) => (
              <Table.Th
                key={name}
                scope="col"
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
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={keyOf(row)}>
              {columns.map(({ name, isNumber, cell }) => (
                <Table.Td key={name} ta={isNumber ? 'right' : undefined} style={{ whiteSpace: 'nowrap' }}>
                  {cell(row)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  );
}
