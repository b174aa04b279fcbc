import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../address/assignment';
import { stagedOf, versionsOf, type ProjectKey } from './project';

const LIVE_MS = 5_000;

/**
 * The staged release while one is active, or the newest version was taken back. It is polled, so that
 * its end and the runtime's reports appear automatically. Only the list of versions shows whether
 * there is one.
 */
export function useStaged(projectKey: ProjectKey, refetchInterval: number | false = LIVE_MS) {
  const may = useMay();
  const versions = useQuery({ ...versionsOf(projectKey), enabled: may('listVersions') }).data;
  const isStaged =
    versions?.items.some(
      ({ state }, place) => state === 'staged' || (place === 0 && state === 'taken_back'),
    ) ?? false;
  return useQuery({
    ...stagedOf(projectKey),
    enabled: isStaged && may('getStagedRelease'),
    refetchInterval,
  });
}
