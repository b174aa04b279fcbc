import { Badge, Button, Group, Loader, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { cancelConversationRun } from '../../../api/generated';
import {
  getConversationRunOptions,
  listConversationRunsOptions,
} from '../../../api/generated/@tanstack/react-query.gen';
import { useChangeView } from '../../../address/view';
import { useWrite } from '../../../data/write';
import { Instant } from '../../../parts/values/Instant';
import { Panel } from '../../../parts/Panel';
import { Refusal } from '../../../parts/Refusal';
import { Empty, Loaded } from '../../../parts/States';
import { useNumbers } from '../../../texts/numbers';
import { Person } from '../../../parts/values/Person';
import type { ProjectKey } from '../project';
import { Lines } from './Lines';
import { isUnderWay, LIVE_MS } from '../running-tests';

/** One run, with the result of each test during and after it. */
export function Run({
  projectKey,
  id,
  canAct,
}: {
  readonly projectKey: ProjectKey;
  readonly id: string;
  readonly canAct: boolean;
}) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const change = useChangeView();
  const run = useQuery({
    ...getConversationRunOptions({ path: { ...projectKey.path, run_id: id }, query: projectKey.query }),
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? LIVE_MS : false),
  });
  const cancel = useWrite<string, unknown>(
    (run_id, key) =>
      cancelConversationRun({
        path: { ...projectKey.path, run_id },
        query: projectKey.query,
        headers: { 'Idempotency-Key': key },
      }),
    {
      changes: [
        [{ _id: 'getConversationRun' }],
        [{ _id: 'listConversationRuns' }],
        [{ _id: 'listConversationTests' }],
      ],
    },
  );
  return (
    <Panel
      title={t('tests.run')}
      aside={
        <Button size="xs" variant="default" onClick={() => change({ open: undefined })}>
          {t('actions.close')}
        </Button>
      }
    >
      <Loaded query={run} what={t('tests.run')} height={160}>
        {(data) => (
          <Stack gap="sm">
            <Group gap="xs" role="status">
              {isUnderWay(data) && <Loader size="xs" />}
              <Text fw={600}>{t(`tests.runStatus.${data.status}`)}</Text>
              <Text size="sm" c="dimmed">
                {t(`testCalls.uses.${data.use}`)} · <Person id={data.requested_by} /> ·{' '}
                <Instant at={data.requested_at} />
              </Text>
              {canAct && isUnderWay(data) && (
                <Button
                  size="compact-xs"
                  variant="subtle"
                  color="red"
                  loading={cancel.isPending}
                  onClick={() => cancel.send(id)}
                >
                  {t('tests.cancel')}
                </Button>
              )}
            </Group>
            <Refusal problem={cancel.problem} />
            <Table.ScrollContainer minWidth={560}>
              <Table verticalSpacing="xs" aria-label={t('tests.run')}>
                <Table.Tbody>
                  {data.results.map((it) => (
                    <Table.Tr key={it.test_id} className="top">
                      <Table.Th scope="row" fw={500} dir="auto">
                        {it.name}
                      </Table.Th>
                      <Table.Td>
                        {t(`tests.status.${it.status}`)}
                        {it.error_reason && `: ${t(`tests.reasons.${it.error_reason}`)}`}
                      </Table.Td>
                      <Table.Td>
                        {it.assertions
                          ?.filter(({ passed }) => !passed)
                          .map(({ index }) => t('tests.notHeld', { number: index + 1 }))
                          .join(', ')}
                      </Table.Td>
                      <Table.Td>
                        {it.first_response_ms !== null && `${count(it.first_response_ms)} ms`}
                      </Table.Td>
                      <Table.Td>
                        {it.ended_at !== null && it.excerpt.status !== 'none' && <Lines said={it.excerpt} />}
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
          </Stack>
        )}
      </Loaded>
    </Panel>
  );
}

/** The last runs, newest first. */
export function Runs({ projectKey }: { readonly projectKey: ProjectKey }) {
  const { t } = useTranslation();
  const change = useChangeView();
  const runs = useQuery({
    ...listConversationRunsOptions(projectKey),
    refetchInterval: ({ state }) => (state.data?.items.some(isUnderWay) ? LIVE_MS : false),
  });
  return (
    <Panel title={t('tests.runs')}>
      <Loaded query={runs} what={t('tests.runs')} height={120}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={t('tests.noRuns')} />
          ) : (
            <Stack gap={4}>
              {items.map((it) => (
                <Group key={it.run_id} gap="xs">
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    onClick={() => change({ open: `run.${it.run_id}` })}
                  >
                    <Instant at={it.requested_at} />
                  </Button>
                  <Badge variant="default">{t(`tests.runStatus.${it.status}`)}</Badge>
                  <Text size="sm" c="dimmed">
                    {t(`testCalls.uses.${it.use}`)} ·{' '}
                    {t('tests.counts', {
                      passed: it.tests.passed,
                      failed: it.tests.failed,
                      error: it.tests.error,
                      queued: it.tests.queued,
                      running: it.tests.running,
                    })}
                  </Text>
                </Group>
              ))}
            </Stack>
          )
        }
      </Loaded>
    </Panel>
  );
}
