import { Alert, Anchor, Stack, Text } from '@mantine/core';
import { IconExclamationCircle } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../api/problem';
import { signInAddress } from '../session/session';
import { RequestId } from './States';

function titleOf({ stale, kind }: Problem): string {
  if (stale) return 'staleTitle';
  // Without a response, the write may have succeeded.
  return kind === 'unavailable' ? 'unavailableTitle' : 'title';
}

/** The reason says more than the code, which several reasons share. */
const failureText = (t: TFunction, { blockReason, code, message }: Problem): string =>
  t([`refusals.${blockReason ?? ''}`, `refusals.${code ?? ''}`], { defaultValue: message });

/** A refusal with its reason, and the way to sign in again or the id of the request. */
export function Refused({
  problem: { kind, requestId },
  title,
  text,
  fields,
}: {
  readonly problem: Problem;
  readonly title: string;
  readonly text: string;
  readonly fields: readonly (readonly [path: string, message: string])[];
}) {
  const { t } = useTranslation();
  const { href } = useLocation();
  return (
    <Alert
      color="red"
      variant="outline"
      role="alert"
      icon={<IconExclamationCircle aria-hidden />}
      title={title}
    >
      <Stack gap={4} align="flex-start">
        <Text size="sm">{text}</Text>
        {fields.map(([path, message]) => (
          <Text key={path} size="sm">
            {path}: {message}
          </Text>
        ))}
        {kind === 'ended' && (
          <Anchor size="sm" href={signInAddress(href)}>
            {t('signIn.button')}
          </Anchor>
        )}
        {requestId && kind !== 'ended' && <RequestId id={requestId} />}
      </Stack>
    </Alert>
  );
}

/**
 * Why a write was refused, and what to do. Fields in the form show their own messages; the others
 * are shown here.
 * @param shown paths of the fields that show their own message
 */
export function Refusal({
  problem,
  shown = [],
}: {
  readonly problem: Problem | undefined;
  readonly shown?: readonly string[];
}) {
  const { t } = useTranslation();
  if (!problem) return null;
  const others = Object.entries(problem.fields).filter(([path]) => !shown.includes(path));
  const text = {
    ended: t('refusal.ended'),
    absent: t('refusal.absent'),
    unavailable: t('refusal.unavailable'),
    // A daily limit has its own text: a wait in seconds would not help a reader.
    limited: t(`refusals.${problem.code ?? ''}`, {
      defaultValue: t('states.limited', { seconds: problem.retryAfterSeconds ?? 60 }),
    }),
    failed: problem.stale ? t('refusal.stale') : failureText(t, problem),
  }[problem.kind];
  return <Refused problem={problem} title={t(`refusal.${titleOf(problem)}`)} text={text} fields={others} />;
}
