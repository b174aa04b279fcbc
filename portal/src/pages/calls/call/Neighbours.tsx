import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listCallsOptions } from '../../../api/generated/@tanstack/react-query.gen';
import { queries } from '../../../data/queries';
import { useKeys } from '../../../parts/keys';
import { useListQuery } from '../list-query';

/**
 * Leads to the calls before and after this one in the list that the address describes: the list
 * from which the person opened this call. The next page follows the last call of a page.
 */
export function Neighbours({ callId }: { readonly callId: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const query = useListQuery();
  // The list as the person saw it: new calls do not change it.
  const fresh = useQuery({ ...listCallsOptions({ query }), staleTime: Infinity }).data;
  // A call that is settled here leaves the list of open calls, but keeps its position on this page.
  const [kept, setKept] = useState(fresh);
  const isListed = fresh?.items.some(({ call_id: id }) => id === callId) ?? false;
  if (isListed && kept !== fresh) setKept(fresh);
  const list = isListed ? fresh : kept;
  const items = list?.items ?? [];
  const at = items.findIndex(({ call_id: id }) => id === callId);
  const go = (id: string, cursor = query.cursor): void =>
    void navigate({
      to: '/calls/$callId',
      params: { callId: id },
      search: (before: Record<string, unknown>) => ({ ...before, cursor }),
    } as never);
  const previous = at > 0 ? items[at - 1]!.call_id : undefined;
  const isLast = at === items.length - 1;
  const cursor = isLast ? list?.next_cursor : undefined;
  const hasNext = at >= 0 && (!isLast || cursor !== undefined);
  const goBack = (): void => {
    if (previous !== undefined) go(previous);
  };
  const goOn = async (): Promise<void> => {
    if (!hasNext) return;
    if (!isLast) return go(items[at + 1]!.call_id);
    const page = await queries.query(listCallsOptions({ query: { ...query, cursor } }));
    const [first] = page.items;
    if (first) go(first.call_id, cursor);
  };
  useKeys({ k: goBack, j: () => void goOn() });
  return (
    <Group gap="xs">
      <Button
        size="xs"
        variant="default"
        aria-keyshortcuts="k"
        title={t('call.previousKey')}
        disabled={previous === undefined}
        onClick={goBack}
      >
        {t('call.previous')}
      </Button>
      <Button
        size="xs"
        variant="default"
        aria-keyshortcuts="j"
        title={t('call.nextKey')}
        disabled={!hasNext}
        onClick={() => void goOn()}
      >
        {t('call.next')}
      </Button>
    </Group>
  );
}
