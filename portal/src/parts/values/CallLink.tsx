import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** Links to a call, without the filters of the page with the link. */
export function CallLink({ callId, children }: { readonly callId: string; readonly children: ReactNode }) {
  return (
    <Anchor
      size="sm"
      renderRoot={(props) => (
        <Link
          to="/calls/$callId"
          params={{ callId }}
          search={({ client_id }) => ({ client_id })}
          {...props}
        />
      )}
    >
      {children}
    </Anchor>
  );
}
