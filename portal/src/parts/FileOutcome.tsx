import { Alert, Anchor, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconExclamationCircle, IconInfoCircle } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../api/problem';
import type { Download } from '../data/download';
import { signInAddress } from '../session/session';
import { useNumbers } from '../texts/numbers';
import { RequestId } from './States';

/** Why no file was created, and what to do. */
export function FileRefusal({ problem, title }: { readonly problem: Problem; readonly title?: string }) {
  const { t } = useTranslation();
  const { href } = useLocation();
  const byKind = {
    ended: t('refusal.ended'),
    absent: t('refusal.absent'),
    unavailable: t('file.unavailable'),
    limited: t('states.limited', { seconds: problem.retryAfterSeconds ?? 60 }),
    failed: problem.message,
  }[problem.kind];
  return (
    <Alert
      color="red"
      variant="outline"
      role="alert"
      icon={<IconExclamationCircle aria-hidden />}
      title={title ?? t('file.refused')}
    >
      <Stack gap={4} align="flex-start">
        <Text size="sm">
          {problem.code === undefined
            ? byKind
            : t(`file.problem.${problem.code}`, {
                defaultValue: byKind,
                seconds: problem.retryAfterSeconds ?? 60,
              })}
        </Text>
        {Object.entries(problem.fields).map(([path, message]) => (
          <Text key={path} size="sm">
            {path}: {message}
          </Text>
        ))}
        {problem.kind === 'ended' && (
          <Anchor size="sm" href={signInAddress(href)}>
            {t('signIn.button')}
          </Anchor>
        )}
        {problem.requestId && problem.kind !== 'ended' && <RequestId id={problem.requestId} />}
      </Stack>
    </Alert>
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
