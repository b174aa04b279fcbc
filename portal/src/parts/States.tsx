import {
  Alert,
  Anchor,
  Button,
  Code,
  CopyButton,
  Group,
  Skeleton,
  Stack,
  Text,
  type BoxProps,
} from '@mantine/core';
import { IconCircleDashed, IconCloudOff, IconExclamationCircle } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { asProblem, type Problem } from '../api/problem';
import { signInAddress } from '../session/session';
import { useChangeView } from '../address/view';
import { useLocale } from '../texts/locale';

/**
 * The state without content. Says what would be here, and the next step; after the last page, the
 * way back.
 */
export function Empty({
  title,
  next,
  action,
  page = 1,
  onFirst,
}: {
  readonly title: string;
  readonly next?: string;
  readonly action?: ReactNode;
  /** For a list in pages: the empty page. */
  readonly page?: number;
  readonly onFirst?: () => void;
}) {
  const { t } = useTranslation();
  if (page > 1 && onFirst) {
    return (
      <Empty
        title={t('states.noPage', { page })}
        action={
          <Button size="xs" variant="default" onClick={onFirst}>
            {t('pager.first')}
          </Button>
        }
      />
    );
  }
  return (
    <Stack align="center" gap="xs" py="xl" role="status">
      <IconCircleDashed aria-hidden size={28} stroke={1.5} color="var(--mantine-color-dimmed)" />
      <Text fw={600} ta="center" className="breaks">
        {title}
      </Text>
      {next && (
        <Text c="dimmed" ta="center" className="breaks">
          {next}
        </Text>
      )}
      {action}
    </Stack>
  );
}

/** A height: a number, or one for each screen width. */
export type Height = BoxProps['h'];

/** A placeholder in the shape of the content, so that nothing moves when it arrives. */
export function Loading({
  height,
  label,
  shape,
}: {
  readonly height: Height;
  readonly label: string;
  readonly shape?: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={`${t('states.loading')}: ${label}`}>
      {shape ?? <Skeleton h={height} />}
    </div>
  );
}

/** Address parameters that name a position within a list. */
const CURSORS = ['cursor', 'page_token'];

export function RequestId({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  return (
    <Group gap="xs">
      <Text size="xs">{t('states.requestId')}</Text>
      <Code>{id}</Code>
      <CopyButton value={id}>
        {({ copied, copy }) => (
          <Anchor component="button" size="xs" onClick={copy}>
            {t(copied ? 'states.copied' : 'states.copy')}
          </Anchor>
        )}
      </CopyButton>
    </Group>
  );
}

/** Distinguishes a source that does not answer from a failed request. Neither is shown as zero. */
export function Trouble({
  problem,
  what,
  retry,
  since,
}: {
  readonly problem: Problem;
  readonly what: string;
  readonly retry: () => void;
  readonly since: number;
}) {
  const { t } = useTranslation();
  const change = useChangeView();
  const time = new Intl.DateTimeFormat(useLocale(), { timeStyle: 'medium' }).format(since);
  const text = {
    unavailable: t('states.unavailableText', { time }),
    limited: t('states.limited', { seconds: problem.retryAfterSeconds ?? 60 }),
    absent: t('states.notFoundText'),
    ended: t('refusal.ended'),
    failed: t(`refusals.${problem.code ?? ''}`, { defaultValue: problem.message }),
  }[problem.kind];
  const isUnavailable = problem.kind === 'unavailable';
  const isLost = CURSORS.some((name) => name in problem.fields);
  return (
    <Alert
      color={isUnavailable ? 'yellow' : 'red'}
      variant="outline"
      icon={isUnavailable ? <IconCloudOff aria-hidden /> : <IconExclamationCircle aria-hidden />}
      title={t(
        isUnavailable
          ? 'states.unavailableTitle'
          : problem.kind === 'absent'
            ? 'states.notFoundTitle'
            : 'states.failedTitle',
        { what },
      )}
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{isLost ? t('states.lostPage') : text}</Text>
        {!isLost &&
          Object.entries(problem.fields).map(([path, message]) => (
            <Text key={path} size="sm">
              {path}: {message}
            </Text>
          ))}
        {problem.requestId && !isLost && <RequestId id={problem.requestId} />}
        {problem.kind === 'ended' && (
          <Anchor size="sm" href={signInAddress(window.location.pathname + window.location.search)}>
            {t('signIn.button')}
          </Anchor>
        )}
        {problem.kind !== 'absent' && problem.kind !== 'ended' && (
          <Button
            size="xs"
            variant="default"
            onClick={isLost ? () => change({ cursor: undefined, page_token: undefined }) : retry}
          >
            {t(isLost ? 'pager.first' : 'states.retry')}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

/** One part of a page in its four states, independent of the other parts. */
export function Loaded<Data>({
  query,
  what,
  height,
  loading,
  children,
}: {
  readonly query: UseQueryResult<Data, unknown>;
  readonly what: string;
  readonly height: Height;
  /** A placeholder for content whose shape is more than a height. */
  readonly loading?: ReactNode;
  readonly children: (data: Data) => ReactNode;
}) {
  const problem = query.isError ? asProblem(query.error) : undefined;
  const isKept = problem?.kind === 'unavailable' || problem?.kind === 'limited';
  const trouble = problem && (
    <Trouble problem={problem} what={what} since={query.errorUpdatedAt} retry={() => void query.refetch()} />
  );
  if (query.data === undefined) return trouble ?? <Loading height={height} label={what} shape={loading} />;
  // A form stays in place after the session has ended: a failed write reports that, and no input is
  // lost.
  if (problem?.kind === 'ended') return <>{children(query.data)}</>;
  // Earlier data stays on the screen if a reload fails; data that the API now refuses disappears.
  if (trouble && !isKept) return trouble;
  return (
    <>
      {trouble}
      {children(query.data)}
    </>
  );
}
