import { Table } from '@mantine/core';
import type { ReactNode } from 'react';

/** Names and values, one per line. A missing value is shown as a dash. */
export function Facts({
  caption,
  rows,
}: {
  readonly caption: string;
  readonly rows: readonly (readonly [name: string, value: ReactNode])[];
}) {
  return (
    <Table className="facts" withRowBorders={false} aria-label={caption} verticalSpacing={4}>
      <Table.Tbody>
        {rows.map(([name, value]) => (
          <Table.Tr key={name}>
            <Table.Th scope="row" w={160} fw={400} c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {name}
            </Table.Th>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{value ?? '–'}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
