import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** Leads to another tab of the project that is shown. */
export function TabLink({
  tab,
  isInText = false,
  children,
}: {
  readonly tab: 'knowledge' | 'release' | 'versions';
  /** Whether it has the size of the text around it, and a line below. */
  readonly isInText?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <Anchor
      {...(isInText ? { inherit: true, underline: 'always' } : { size: 'sm' })}
      renderRoot={(props) => (
        <Link to="." search={({ client_id, zone }) => ({ client_id, zone, tab })} {...props} />
      )}
    >
      {children}
    </Anchor>
  );
}
