import { Badge, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  finishStagedRelease,
  takeBackStagedRelease,
  type StagedReleaseResponse,
} from '../../../api/generated';
import { useMay } from '../../../address/assignment';
import { useWrite } from '../../../data/write';
import { Confirm } from '../../../parts/Confirm';
import { Instant } from '../../../parts/values/Instant';
import { Panel } from '../../../parts/Panel';
import { Loaded } from '../../../parts/States';
import { useNumbers } from '../../../texts/numbers';
import { Person } from '../../../parts/values/Person';
import { useDeleted, useLeftOut } from '../knowledge/builds/BuildChange';
import { useNamedBuilds } from '../knowledge/builds/named-builds';
import { Performance } from '../performance/Performance';
import { StopRule } from '../performance/StopRule';
import { everythingOf, type ProjectKey } from '../project';
import { useStaged } from '../staged';
import { LeftOut } from './LeftOut';

function Ends({
  projectKey,
  published,
  staged,
}: {
  readonly projectKey: ProjectKey;
  readonly published: number | null;
  readonly staged: StagedReleaseResponse;
}) {
  const { t } = useTranslation();
  const named = useNamedBuilds(projectKey, published);
  const lost = useLeftOut(projectKey, named.live, named.staged?.build);
  const deleted = useDeleted(projectKey, named.staged?.build);
  const [asked, setAsked] = useState<'finish' | 'takeBack' | null>(null);
  const end = useWrite<'finish' | 'takeBack', unknown>(
    (what, key) =>
      (what === 'finish' ? finishStagedRelease : takeBackStagedRelease)({
        ...projectKey,
        headers: { 'Idempotency-Key': key },
        body: { version_number: staged.version_number },
      }),
    {
      changes: everythingOf(projectKey),
      onDone: (_, what) => {
        setAsked(null);
        const number = staged.version_number;
        notifications.show({
          message: t(what === 'finish' ? 'release.published' : 'release.takenBack', { number }),
        });
      },
    },
  );
  return (
    <Group gap="xs">
      <Button size="xs" onClick={() => setAsked('finish')}>
        {t('release.finish')}
      </Button>
      <Button size="xs" variant="outline" color="red" onClick={() => setAsked('takeBack')}>
        {t('release.takeBack')}
      </Button>
      {asked && (
        <Confirm
          title={t(`release.${asked}Title`, { number: staged.version_number })}
          action={t(`release.${asked}`)}
          isDangerous={asked === 'takeBack' || lost.length + deleted.length > 0}
          write={end}
          onConfirm={() => end.send(asked)}
          onClose={() => {
            setAsked(null);
            end.reset();
          }}
        >
          <Text size="sm">{t(`release.${asked}Text`)}</Text>
          {asked === 'finish' && (
            <LeftOut projectKey={projectKey} ids={lost} deleted={deleted} version={staged.version_number} />
          )}
        </Confirm>
      )}
    </Group>
  );
}

/** The share takes effect only once a runtime has the version. */
const shareText = ({ state, runtime_reported_at: reported }: StagedReleaseResponse): string => {
  if (state !== 'active') return 'release.shareWas';
  return reported ? 'release.share' : 'release.shareMeant';
};

/**
 * A version that some of the calls run: which callers get it, whether a runtime has it, and how to
 * end it.
 */
export function Staged({
  projectKey,
  published,
  canAct,
  isNew = false,
}: {
  readonly projectKey: ProjectKey;
  /** The version of all other calls. */
  readonly published: number | null;
  readonly canAct: boolean;
  /** The person has just started it. */
  readonly isNew?: boolean;
}) {
  const { t } = useTranslation();
  const may = useMay();
  const { percent } = useNumbers();
  const staged = useStaged(projectKey);
  return (
    <Panel
      title={t(staged.data?.state === 'taken_back' ? 'release.lastStaged' : 'release.staged')}
      isNext={isNew && staged.data?.state === 'active'}
    >
      <Loaded query={staged} what={t('release.staged')} height={120}>
        {(data) => (
          <Stack gap="xs">
            <Group gap="xs">
              <Badge variant="default">{t(`projectWords.staged.${data.state}`)}</Badge>
              <Text size="sm" fw={600}>
                {t('projects.version', { number: data.version_number })}
              </Text>
            </Group>
            {data.percent !== null ? (
              <>
                <Text size="sm" aria-live="polite">
                  {t(shareText(data), { share: percent(data.percent) })}
                </Text>
                {data.state === 'active' && (
                  <Progress value={data.percent} aria-label={t('release.shareLabel')} />
                )}
              </>
            ) : (
              <Text size="sm">
                {t('release.numbers')} {data.numbers?.join(', ')}
              </Text>
            )}
            <Text size="sm" c="dimmed">
              {t('release.started')} <Person id={data.started_by} />
              {', '}
              <Instant at={data.started_at} />
            </Text>
            {data.ended_at && (
              <Text size="sm" c="dimmed">
                {t('release.ended')} <Person id={data.ended_by} />
                {', '}
                <Instant at={data.ended_at} />
              </Text>
            )}
            <Text size="sm">
              {data.runtime_reported_at ? (
                <>
                  {t('release.runtimeHas')} <Instant at={data.runtime_reported_at} />
                </>
              ) : (
                t('release.runtimeHasNot')
              )}
            </Text>
            {data.change_note && (
              <Text size="sm" c="dimmed" dir="auto">
                {data.change_note}
              </Text>
            )}
            <StopRule staged={data} />
            {data.stopped && (
              <Text size="sm" c="dimmed">
                {t('release.untilNext')}
              </Text>
            )}
            {canAct && data.state === 'active' && (
              <Ends projectKey={projectKey} published={published} staged={data} />
            )}
            {published !== null && published !== data.version_number && may('compareVersionPerformance') && (
              <Performance
                projectKey={projectKey}
                a={published}
                b={data.version_number}
                isLive={data.state === 'active'}
              />
            )}
          </Stack>
        )}
      </Loaded>
    </Panel>
  );
}
