import { Button, Grid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { discardDraft } from '../../../api/generated';
import { useWrite } from '../../../data/write';
import { Confirm } from '../../../parts/Confirm';
import { Instant } from '../../../parts/values/Instant';
import { Panel } from '../../../parts/Panel';
import { Empty, Loaded } from '../../../parts/States';
import { ChangeList } from '../changes/ChangeList';
import { useDeleted, useLeftOut } from '../knowledge/builds/BuildChange';
import { WordsProvider } from '../form/words';
import { useNamedBuilds } from '../knowledge/builds/named-builds';
import {
  comparisonOf,
  draftOf,
  everythingOf,
  ifMatch,
  validationOf,
  type Draft,
  type TabProps,
} from '../project';
import { useStaged } from '../staged';
import { Approvals } from './Approvals';
import { Gates } from './Gates';
import { LeftOut } from './LeftOut';
import { Publish, Published, type Outcome } from './Publish';
import { Staged } from './Staged';

function DiscardDraft({ projectKey, draft }: Pick<TabProps, 'projectKey'> & { readonly draft: Draft }) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const write = useWrite<string | null, unknown>(
    (etag, key) => discardDraft({ ...projectKey, headers: { ...ifMatch(etag), 'Idempotency-Key': key } }),
    { changes: everythingOf(projectKey), onDone: () => setAsking(false) },
  );
  return (
    <>
      <Button size="compact-xs" variant="subtle" color="red" onClick={() => setAsking(true)}>
        {t('release.discard')}
      </Button>
      {isAsking && (
        <Confirm
          title={t('release.discardTitle')}
          action={t('release.discard')}
          write={write}
          onConfirm={() => write.send(draft.etag)}
          onClose={() => {
            setAsking(false);
            write.reset();
          }}
        >
          <Text size="sm">{t('release.discardText')}</Text>
        </Confirm>
      )}
    </>
  );
}

/** The effect of publishing on calls: the draft compared with the published version. */
function Changes({ projectKey, lifecycle, draft }: TabProps & { readonly draft: Draft }) {
  const { t } = useTranslation();
  const published = lifecycle.project.latest_published_version;
  const comparison = useQuery({
    ...comparisonOf(projectKey, String(published), 'draft', draft.etag),
    enabled: published !== null,
  });
  if (published === null) return <Text size="sm">{t('release.first')}</Text>;
  return (
    <Loaded query={comparison} what={t('release.changes')} height={160}>
      {({ changes }) =>
        changes.length === 0 ? (
          <Text size="sm">{t('release.noChanges')}</Text>
        ) : (
          <ChangeList changes={changes} />
        )
      }
    </Loaded>
  );
}

/** Publishes the draft as the version that calls use. */
export function ReleaseTab(props: TabProps) {
  const { projectKey, lifecycle } = props;
  const { t } = useTranslation();
  const draft = useQuery(draftOf(projectKey));
  const validation = useQuery({ ...validationOf(projectKey, draft.data?.etag), enabled: draft.isSuccess });
  const staged = useStaged(projectKey).data;
  const named = useNamedBuilds(projectKey, lifecycle.project.latest_published_version);
  const lost = useLeftOut(projectKey, named.live, named.draft);
  const deleted = useDeleted(projectKey, named.draft);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const canAct = lifecycle.permissions.can_edit;
  const isStaged = staged?.state === 'active';
  return (
    <WordsProvider>
      <Loaded query={draft} what={t('projectTabs.release')} height={480}>
        {(data) => (
          <Stack>
            {outcome?.isPublished && <Published message={outcome.message} />}
            {(isStaged || staged?.stopped) && (
              <Staged
                projectKey={projectKey}
                published={lifecycle.project.latest_published_version}
                canAct={canAct}
                isNew={outcome?.isStaged}
              />
            )}
            {data.etag !== null && <LeftOut projectKey={projectKey} ids={lost} deleted={deleted} />}
            {data.etag === null ? (
              <Panel title={t('projectTabs.release')}>
                <Empty title={t('release.noDraft')} next={t('release.noDraftNext')} />
              </Panel>
            ) : (
              <Grid>
                <Grid.Col span={{ base: 12, lg: 6 }}>
                  <Stack>
                    <Panel
                      title={t('release.gates')}
                      aside={
                        canAct && !isStaged ? (
                          <DiscardDraft projectKey={projectKey} draft={data} />
                        ) : undefined
                      }
                    >
                      <Text size="sm" c="dimmed">
                        {t('release.draftOf')} <Instant at={data.updated_at} />
                      </Text>
                      <Loaded query={validation} what={t('release.gates')} height={160}>
                        {(found) => <Gates validation={found} />}
                      </Loaded>
                    </Panel>
                    <Approvals projectKey={projectKey} draft={data} canAct={canAct} />
                  </Stack>
                </Grid.Col>
                {canAct && !isStaged && (
                  <Grid.Col span={{ base: 12, lg: 6 }}>
                    <Panel title={t('projectTabs.release')}>
                      <Publish
                        {...props}
                        draft={data}
                        isBlocked={validation.data?.status === 'blocked'}
                        onOutcome={setOutcome}
                      />
                    </Panel>
                  </Grid.Col>
                )}
                <Grid.Col span={12}>
                  <Panel title={t('release.changes')}>
                    <Changes {...props} draft={data} />
                  </Panel>
                </Grid.Col>
              </Grid>
            )}
          </Stack>
        )}
      </Loaded>
    </WordsProvider>
  );
}
