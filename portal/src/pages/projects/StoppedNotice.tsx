import { Box } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { withTexts } from '../../texts/texts';
import type { ProjectKey } from './project';
import { useStaged } from './staged';

const StoppedRelease = lazy(
  withTexts(['projectTabs'], async () => ({
    default: (await import('./release/StoppedRelease')).StoppedRelease,
  })),
);

/** On the parts of a project, until its next version: its last release has taken itself back. */
export function StoppedNotice({ projectKey }: { readonly projectKey: ProjectKey }) {
  const staged = useStaged(projectKey, false).data;
  if (!staged?.stopped) return null;
  return (
    <Suspense fallback={null}>
      <Box mb="md">
        <StoppedRelease staged={staged} />
      </Box>
    </Suspense>
  );
}
