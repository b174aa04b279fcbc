import {
  Alert,
  Anchor,
  Button,
  Grid,
  Group,
  NumberInput,
  Radio,
  Stack,
  TagsInput,
  Text,
  Textarea,
} from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { discardDraft, publishProject, startStagedRelease } from '../../../api/generated';
import { useDraft } from '../../../forms/draft';
import { useWrite } from '../../../data/write';
import { Confirm } from '../../../parts/Confirm';
import { Instant } from '../../../parts/values/Instant';
import { Panel } from '../../../parts/Panel';
import { Refusal } from '../../../parts/Refusal';
import { Empty, Loaded } from '../../../parts/States';
import { ChangeList } from '../changes/ChangeList';
import {
  comparisonOf,
  draftOf,
  everythingOf,
  ifMatch,
  validationOf,
  type Draft,
  type TabProps,
} from '../project';
import { Approvals } from './Approvals';
import { Gates } from './Gates';
import { bind } from '../../../forms/bind';
import { Staged, useStaged } from './Staged';

const AUDIENCES = ['all', 'percent', 'numbers'] as const;
type Audience = (typeof AUDIENCES)[number];
interface Release {
  readonly note: string;
  readonly audience: Audience;
  readonly percent: number;
  readonly numbers: readonly string[];
}
const EMPTY: Release = { note: '', audience: 'all', percent: 10, numbers: [] };

interface Outcome {
  readonly message: string;
  readonly isPublished: boolean;
}

/** What was published, and the way to hear it. It stays: the draft that led to it is gone. */
function Published({ message }: { readonly message: string }) {
  const { t } = useTranslation();
  return (
    <Alert
      color="teal"
      variant="outline"
      role="status"
      icon={<IconCircleCheck aria-hidden />}
      title={message}
    >
      <Anchor
        size="sm"
        renderRoot={(props) => <Link to="." search={(it) => ({ ...it, tab: 'testCalls' })} {...props} />}
      >
        {t('release.callIt')}
      </Anchor>
    </Alert>
  );
}

/** Publishes the draft for all calls, or for some calls first. */
function Publish({
  projectKey,
  lifecycle,
  draft,
  isBlocked,
  onOutcome,
}: TabProps & {
  readonly draft: Draft;
  readonly isBlocked: boolean;
  readonly onOutcome: (outcome: Outcome) => void;
}) {
  const { t } = useTranslation();
  const release = useDraft(`project:${projectKey.path.project_id}:release`, EMPTY);
  const { values, set, clear } = release;
  const field = bind(release);
  const isFirst = lifecycle.project.publish_status === 'not_published';
  const write = useWrite<Release & { readonly etag: string | null }, Outcome>(
    async ({ etag, note, audience, percent, numbers }, key) => {
      const headers = { ...ifMatch(etag), 'Idempotency-Key': key };
      const change = note.trim() === '' ? {} : { change_note: note };
      if (audience === 'all') {
        const { data } = await publishProject({ ...projectKey, headers, body: change });
        const isPublished = data.changed;
        const message = isPublished ? 'release.published' : 'release.unchanged';
        return { message: t(message, { number: data.version_number }), isPublished };
      }
      const body = { ...change, ...(audience === 'percent' ? { percent } : { numbers: [...numbers] }) };
      const { data } = await startStagedRelease({ ...projectKey, headers, body });
      return { message: t('release.stagedStarted', { number: data.version_number }), isPublished: false };
    },
    {
      changes: [...everythingOf(projectKey), [{ _id: 'listProjects' }], [{ _id: 'listApprovals' }]],
      onDone: (outcome) => {
        clear();
        notifications.show({ message: outcome.message });
        onOutcome(outcome);
      },
    },
  );
  const audience = isFirst ? 'all' : values.audience;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        write.send({ ...values, audience, etag: draft.etag });
      }}
    >
      <Stack>
        <Textarea
          label={t('release.changeNote')}
          description={t('release.changeNoteHelp')}
          autosize
          minRows={2}
          maxRows={6}
          dir="auto"
          maxLength={500}
          {...field.text('note')}
        />
        {!isFirst && (
          <Radio.Group
            label={t('release.audience')}
            value={audience}
            onChange={(next) => set({ audience: AUDIENCES.find((it) => it === next) ?? 'all' })}
          >
            <Stack gap={6} mt={6}>
              {AUDIENCES.map((it) => (
                <Radio key={it} value={it} label={t(`release.audiences.${it}`)} />
              ))}
            </Stack>
          </Radio.Group>
        )}
        {audience === 'percent' && (
          <NumberInput
            maw={200}
            label={t('release.percent')}
            min={1}
            max={99}
            suffix=" %"
            allowDecimal={false}
            value={values.percent}
            onChange={(next) => typeof next === 'number' && set({ percent: next })}
          />
        )}
        {audience === 'numbers' && (
          <TagsInput
            label={t('release.numbersLabel')}
            placeholder="+61255501234"
            maxTags={100}
            acceptValueOnBlur
            {...field.list('numbers')}
          />
        )}
        <Refusal problem={write.problem} />
        <Group>
          <Button type="submit" loading={write.isPending} disabled={isBlocked}>
            {t(audience === 'all' ? 'release.publish' : 'release.startStaged')}
          </Button>
          {isBlocked && (
            <Text size="sm" c="dimmed">
              {t('release.blocked')}
            </Text>
          )}
        </Group>
      </Stack>
    </form>
  );
}

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
          isPending={write.isPending}
          problem={write.problem}
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

/** From the draft to the version that calls run. */
export function ReleaseTab(props: TabProps) {
  const { projectKey, lifecycle } = props;
  const { t } = useTranslation();
  const draft = useQuery(draftOf(projectKey));
  const validation = useQuery({ ...validationOf(projectKey, draft.data?.etag), enabled: draft.isSuccess });
  const staged = useStaged(projectKey).data;
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const canAct = lifecycle.permissions.can_edit;
  const isStaged = staged?.state === 'active';
  return (
    <Loaded query={draft} what={t('projectTabs.release')} height={480}>
      {(data) => (
        <Stack>
          {outcome?.isPublished && <Published message={outcome.message} />}
          {staged && <Staged projectKey={projectKey} canAct={canAct} />}
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
                      canAct && !isStaged ? <DiscardDraft projectKey={projectKey} draft={data} /> : undefined
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
  );
}
