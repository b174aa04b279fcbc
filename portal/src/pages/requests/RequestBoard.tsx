import { Anchor, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ListCallerRequestsData } from '../../api/generated';
import {
  countOpenCallerRequestsOptions,
  listCallerRequestsOptions,
} from '../../api/generated/@tanstack/react-query.gen';
import { useChangeView } from '../../address/view';
import { Panel } from '../../parts/Panel';
import { Empty, Loaded } from '../../parts/States';
import { useNumbers } from '../../texts/numbers';
import { RequestCard } from './RequestCard';
import { DUE_STATES, type DueState } from './words';

/** How many requests a column shows; its list has all of them. */
const SHOWN = 10;

export type RequestFilter = NonNullable<ListCallerRequestsData['query']>;

function Column({ filter, due }: { readonly filter: RequestFilter; readonly due: DueState }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const change = useChangeView();
  const requests = useQuery(
    listCallerRequestsOptions({ query: { ...filter, due_state: due, page_size: SHOWN } }),
  );
  // The count takes the project into account, and no other filter.
  const counts = useQuery({
    ...countOpenCallerRequestsOptions({
      query: { client_id: filter.client_id, project_id: filter.project_id },
    }),
    enabled: due !== 'closed' && !filter.status && !filter.type,
  });
  const title = t(`words.due.${due}`);
  const number = due === 'closed' ? undefined : counts.data?.due_state_counts[due];
  return (
    <Panel
      isTight
      title={title}
      aside={
        number !== undefined && (
          <Text size="sm" c="dimmed">
            {count(number)}
          </Text>
        )
      }
    >
      <Loaded query={requests} what={title} height={240}>
        {({ items, next_cursor }) =>
          items.length === 0 ? (
            <Empty title={t('requests.noneHere')} />
          ) : (
            <Stack gap="xs">
              {items.map((item) => (
                <RequestCard key={item.id} of={item} />
              ))}
              {next_cursor && (
                <Anchor component="button" size="sm" onClick={() => change({ due, cursor: undefined })}>
                  {t('requests.showAll')}
                </Anchor>
              )}
            </Stack>
          )
        }
      </Loaded>
    </Panel>
  );
}

/** The requests by urgency: a column for each due state. */
export function RequestBoard({ filter }: { readonly filter: RequestFilter }) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }}>
      {DUE_STATES.map((due) => (
        <Column key={due} filter={filter} due={due} />
      ))}
    </SimpleGrid>
  );
}
