import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** A line that opens the list that it counts. */
export function Line({
  to,
  search,
  children,
}: {
  readonly to: string;
  readonly search: Record<string, string>;
  readonly children: ReactNode;
}) {
  return (
    // Underlined, because it is within a sentence.
    <Anchor underline="always" renderRoot={(props) => <Link to={to} search={search} {...props} />}>
      {children}
    </Anchor>
  );
}
