import { Stack } from '@mantine/core';
import type { Session } from '../../../session/session';
import { Holders } from './Holders';
import { Uses } from './Uses';

/** The way into the client when its directory fails (break-glass sections 2 and 3). */
export function BreakGlass({ session }: { readonly session: Session }) {
  return (
    <Stack>
      <Uses session={session} />
      {session.break_glass_id === null && <Holders session={session} />}
    </Stack>
  );
}
