import {
  Alert,
  Anchor,
  Button,
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
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { publishProject, startStagedRelease } from '../../../api/generated';
import { bind } from '../../../forms/bind';
import { useDraft } from '../../../forms/draft';
import { useWrite } from '../../../data/write';
import { Confirm } from '../../../parts/Confirm';
import { Refusal } from '../../../parts/Refusal';
import { useDeleted, useLeftOut } from '../knowledge/builds/BuildChange';
import { useNamedBuilds } from '../knowledge/builds/named-builds';
import {
  isRuleComplete,
  NO_RULE,
  StopRuleFields,
  stopWhenOf,
  type StopRuleValues,
} from '../performance/StopRuleFields';
import { everythingOf, ifMatch, type Draft, type TabProps } from '../project';
import { LeftOut } from './LeftOut';

const AUDIENCES = ['all', 'percent', 'numbers'] as const;
type Audience = (typeof AUDIENCES)[number];
interface Release {
  readonly note: string;
  readonly audience: Audience;
  readonly percent: number;
  readonly numbers: readonly string[];
  readonly stopRule: StopRuleValues;
}
const EMPTY: Release = { note: '', audience: 'all', percent: 10, numbers: [], stopRule: NO_RULE };

/** The last build with deleted sources that a person agreed to, with these sources. */
const NOTHING_AGREED = { inBuild: '' };

/** The result of publishing, in words. */
export interface Outcome {
  readonly message: string;
  readonly isPublished: boolean;
  readonly isStaged?: boolean;
}

/** Names the published version, and links to a call that used it. */
export function Published({ message }: { readonly message: string }) {
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
export function Publish({
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
  const named = useNamedBuilds(projectKey, lifecycle.project.latest_published_version);
  const lost = useLeftOut(projectKey, named.live, named.draft);
  const deleted = useDeleted(projectKey, named.draft);
  // A person who agreed to deleted sources in a build is not asked about them again.
  const agreed = useDraft(`project:${projectKey.path.project_id}:deleted-sources`, NOTHING_AGREED);
  const inBuild = JSON.stringify([named.draft, ...deleted]);
  const isNewlyDeleted = deleted.length > 0 && agreed.values.inBuild !== inBuild;
  const [isAsking, setAsking] = useState(false);
  const write = useWrite<Release & { readonly etag: string | null }, Outcome>(
    async ({ etag, note, audience, percent, numbers, stopRule }, key) => {
      const headers = { ...ifMatch(etag), 'Idempotency-Key': key };
      const change = note.trim() === '' ? {} : { change_note: note };
      if (audience === 'all') {
        const { data } = await publishProject({ ...projectKey, headers, body: change });
        const isPublished = data.changed;
        const message = isPublished ? 'release.published' : 'release.unchanged';
        return { message: t(message, { number: data.version_number }), isPublished };
      }
      const stop_when = stopWhenOf(stopRule);
      const body = {
        ...change,
        ...(audience === 'percent' ? { percent } : { numbers: [...numbers] }),
        ...(stop_when && { stop_when }),
      };
      const { data } = await startStagedRelease({ ...projectKey, headers, body });
      const message = t('release.stagedStarted', { number: data.version_number });
      return { message, isPublished: false, isStaged: true };
    },
    {
      changes: [...everythingOf(projectKey), [{ _id: 'listProjects' }], [{ _id: 'listApprovals' }]],
      onDone: (outcome) => {
        clear();
        setAsking(false);
        if (!outcome.isPublished) notifications.show({ message: outcome.message });
        onOutcome(outcome);
      },
    },
  );
  const audience = isFirst ? 'all' : values.audience;
  const action = t(audience === 'all' ? 'release.publish' : 'release.startStaged');
  const send = () => write.send({ ...values, audience, etag: draft.etag });
  const form = (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (lost.length > 0 || isNewlyDeleted) setAsking(true);
        else send();
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
        {audience !== 'all' && (
          <StopRuleFields values={values.stopRule} onChange={(stopRule) => set({ stopRule })} />
        )}
        {!isAsking && <Refusal problem={write.problem} />}
        <Group>
          <Button
            type="submit"
            loading={write.isPending}
            disabled={isBlocked || (audience !== 'all' && !isRuleComplete(values.stopRule))}
          >
            {action}
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
  return (
    <>
      {form}
      {isAsking && (
        <Confirm
          title={
            lost.length > 0
              ? t('release.leftOutTitle', { count: lost.length })
              : t('release.deletedTitle', { count: deleted.length })
          }
          action={action}
          write={write}
          onConfirm={() => {
            agreed.set({ inBuild });
            send();
          }}
          onClose={() => {
            setAsking(false);
            write.reset();
          }}
        >
          <LeftOut projectKey={projectKey} ids={lost} deleted={deleted} />
        </Confirm>
      )}
    </>
  );
}
