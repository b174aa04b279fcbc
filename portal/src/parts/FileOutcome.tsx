import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../api/problem';
import type { Download } from '../data/download';
import { useNumbers } from '../texts/numbers';
import { Refused } from './Refusal';

/** Why no file was created, and what to do. */
export function FileRefusal({ problem, title }: { readonly problem: Problem; readonly title?: string }) {
  const { t } = useTranslation();
  const byKind = {
    ended: t('refusal.ended'),
    absent: t('refusal.absent'),
    unavailable: t('file.unavailable'),
    limited: t('states.limited', { seconds: problem.retryAfterSeconds ?? 60 }),
    failed: problem.message,
  }[problem.kind];
  return (
    <Refused
      problem={problem}
      title={title ?? t('file.refused')}
      text={t(`file.problem.${problem.code ?? ''}`, {
        defaultValue: byKind,
        seconds: problem.retryAfterSeconds ?? 60,
      })}
      fields={Object.entries(problem.fields)}
    />
  );
}

/** The progress of a download, and its result. */
export function FileOutcome({ download }: { readonly download: Download }) {
  const { t } = useTranslation();
  const { size } = useNumbers();
  const { state, cancel } = download;
  if (state.kind === 'idle') return null;
  if (state.kind === 'refused') return <FileRefusal problem={state.problem} />;
  if (state.kind === 'running') {
    return (
      <Stack gap={4} role="status">
        <Progress value={100} animated aria-label={t('file.running')} />
        {/* At the left: the button that started the download is at the right, and a second click on it must not cancel it. */}
        <Group>
          <Button size="compact-xs" variant="default" onClick={cancel}>
            {t('actions.cancel')}
          </Button>
          <Text size="sm" c="dimmed">
            {state.bytes === 0 ? t('file.preparing') : t('file.received', { size: size(state.bytes) })}
          </Text>
        </Group>
      </Stack>
    );
  }
  const isSaved = state.kind === 'saved';
  return (
    <Alert
      color={isSaved ? 'teal' : state.kind === 'empty' ? 'yellow' : 'red'}
      variant="outline"
      role={state.kind === 'broken' ? 'alert' : 'status'}
      icon={isSaved ? <IconCircleCheck aria-hidden /> : <IconInfoCircle aria-hidden />}
      title={t(`file.${state.kind}`)}
    >
      <Text size="sm">{t(`file.${state.kind}Text`)}</Text>
    </Alert>
  );
}
