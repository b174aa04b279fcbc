import { Button, Group, Loader, SimpleGrid, Stack, Text, Timeline } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { TestCallDetailResponse } from '../../../api/generated';
import { getTestCallOptions } from '../../../api/generated/@tanstack/react-query.gen';
import { Facts } from '../../../parts/values/Facts';
import { Instant } from '../../../parts/values/Instant';
import { Panel } from '../../../parts/Panel';
import { Loaded } from '../../../parts/States';
import { useNumbers } from '../../../texts/numbers';
import type { ProjectKey } from '../project';
import { Lines } from './Lines';
import { isUnderWay, LIVE_MS } from '../running-tests';

const STAGES = [
  'first_response_ms',
  'speech_to_text_ms',
  'model_ms',
  'tools_ms',
  'text_to_speech_ms',
  'turn_ms',
] as const;

/** The steps of a test call so far. */
function Course({ call }: { readonly call: TestCallDetailResponse }) {
  const { t } = useTranslation();
  const steps = [
    { name: 'requested', at: call.requested_at },
    { name: 'taken', at: call.taken_at },
    { name: 'answered', at: call.answered_at },
    { name: 'ended', at: call.ended_at },
  ] as const;
  const reached = steps.filter(({ at }) => at !== null);
  return (
    <Stack gap="sm">
      <Group gap="xs" role="status">
        {isUnderWay(call) && <Loader size="xs" />}
        <Text fw={600}>
          {t(`testCalls.status.${call.status}`)}
          {call.outcome && `: ${t(`testCalls.outcomes.${call.outcome}`)}`}
          {call.failure_reason && `: ${t(`testCalls.reasons.${call.failure_reason}`)}`}
        </Text>
      </Group>
      <Timeline bulletSize={12} lineWidth={2} active={reached.length}>
        {reached.map(({ name, at }) => (
          <Timeline.Item key={name} title={t(`testCalls.steps.${name}`)}>
            <Text size="sm" c="dimmed">
              <Instant at={at} />
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
    </Stack>
  );
}

function Stages({ stages }: { readonly stages: NonNullable<TestCallDetailResponse['stages']> }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  return (
    <Facts
      caption={t('testCalls.times')}
      rows={STAGES.map((name) => [
        t(`testCalls.stages.${name}`),
        stages[name] === undefined ? undefined : `${count(stages[name])} ms`,
      ])}
    />
  );
}

/** Follows one test call to its end. */
export function TestCall({
  projectKey,
  id,
  onClose,
}: {
  readonly projectKey: ProjectKey;
  readonly id: string;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const call = useQuery({
    ...getTestCallOptions({ path: { ...projectKey.path, test_call_id: id }, query: projectKey.query }),
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? LIVE_MS : false),
  });
  return (
    <Panel
      title={t('testCalls.one')}
      aside={
        <Button size="xs" variant="default" onClick={onClose}>
          {t('actions.close')}
        </Button>
      }
    >
      <Loaded query={call} what={t('testCalls.one')} height={200}>
        {(data) => (
          <SimpleGrid cols={{ base: 1, md: 3 }}>
            <Course call={data} />
            {data.stages ? <Stages stages={data.stages} /> : <div />}
            <Lines said={data.transcript} />
          </SimpleGrid>
        )}
      </Loaded>
    </Panel>
  );
}
