import { Badge, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  approveDraft,
  requestApproval,
  withdrawApproval,
  type ApprovalListResponse,
} from '../../../api/generated';
import { listApprovalsOptions } from '../../../api/generated/@tanstack/react-query.gen';
import { useSession } from '../../../session/session';
import { useWrite } from '../../../data/write';
import { Instant } from '../../../parts/values/Instant';
import { Panel } from '../../../parts/Panel';
import { Refusal } from '../../../parts/Refusal';
import { Empty, Loaded } from '../../../parts/States';
import { Person } from '../../../parts/values/Person';
import type { Draft, ProjectKey } from '../project';

type Approval = ApprovalListResponse['items'][number];
const SHOWN = 5;
/** The page polls every few seconds for a person who waits for a colleague. */
const LIVE_MS = 5_000;

/** Whether a second person was asked and has not answered yet. */
const isAwaited = (approvals: ApprovalListResponse | undefined): boolean =>
  approvals?.items.some((it) => it.state === 'requested' && !it.is_stale) ?? false;

function ApprovalLine({
  projectKey,
  approval,
  canAct,
}: {
  readonly projectKey: ProjectKey;
  readonly approval: Approval;
  readonly canAct: boolean;
}) {
  const { t } = useTranslation();
  const me = useSession()?.user_id;
  const changes = [listApprovalsOptions(projectKey).queryKey, ['validation', projectKey.path.project_id]];
  const act = useWrite<'approve' | 'withdraw', unknown>(
    (what, key) =>
      (what === 'approve' ? approveDraft : withdrawApproval)({
        path: { ...projectKey.path, approval_id: approval.approval_id },
        query: projectKey.query,
        headers: { 'Idempotency-Key': key },
        body: {},
      }),
    { changes },
  );
  const isUnderWay = approval.state === 'requested' || approval.state === 'approved';
  const mayApprove = canAct && approval.state === 'requested' && !approval.is_stale;
  return (
    <Stack gap={4}>
      <Group gap="xs">
        <Badge variant="default">{t(`projectWords.approval.${approval.state}`)}</Badge>
        {approval.is_stale && isUnderWay && <Badge variant="default">{t('release.stale')}</Badge>}
        <Text span size="sm">
          {t('release.requestedBy')} <Person id={approval.requested_by} />
          {', '}
          <Instant at={approval.requested_at} />
        </Text>
        {approval.approved_by && (
          <Text span size="sm">
            {t('release.approvedBy')} <Person id={approval.approved_by} />
            {', '}
            <Instant at={approval.approved_at} />
          </Text>
        )}
        {approval.used_version_number !== null && (
          <Text span size="sm">
            {t('projects.version', { number: approval.used_version_number })}
          </Text>
        )}
      </Group>
      {approval.note && (
        <Text size="sm" c="dimmed" dir="auto">
          {approval.note}
        </Text>
      )}
      {canAct && isUnderWay && (
        <Group gap="xs">
          {mayApprove && approval.requested_by !== me && (
            <Button size="xs" loading={act.isPending} onClick={() => act.send('approve')}>
              {t('release.approve')}
            </Button>
          )}
          {mayApprove && approval.requested_by === me && (
            <Text size="sm" c="dimmed">
              {t('release.notYourself')}
            </Text>
          )}
          <Button size="xs" variant="default" onClick={() => act.send('withdraw')}>
            {t('release.withdraw')}
          </Button>
        </Group>
      )}
      <Refusal problem={act.problem} />
    </Stack>
  );
}

/** A second person's approval of the current draft. */
export function Approvals({
  projectKey,
  draft,
  canAct,
}: {
  readonly projectKey: ProjectKey;
  readonly draft: Draft;
  readonly canAct: boolean;
}) {
  const { t } = useTranslation();
  const [note, setNote] = useState('');
  const queries = useQueryClient();
  const approvals = useQuery({
    ...listApprovalsOptions(projectKey),
    refetchInterval: ({ state }) => isAwaited(state.data) && LIVE_MS,
  });
  // A colleague's answer opens or closes a gate, but does not change the draft.
  const answers = approvals.data?.items.map(({ approval_id: id, state }) => `${id} ${state}`).join();
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: ['validation', projectKey.path.project_id] });
  }, [queries, projectKey.path.project_id, answers]);
  const request = useWrite<{ draft_etag: string; note?: string }, unknown>(
    (body, key) => requestApproval({ ...projectKey, headers: { 'Idempotency-Key': key }, body }),
    {
      changes: [listApprovalsOptions(projectKey).queryKey, ['validation', projectKey.path.project_id]],
      onDone: () => setNote(''),
    },
  );
  const { etag } = draft;
  return (
    <Panel title={t('release.approval')}>
      <Loaded query={approvals} what={t('release.approval')} height={80}>
        {({ items }) => {
          const isAsked = items.some(
            (it) => !it.is_stale && (it.state === 'requested' || it.state === 'approved'),
          );
          return (
            <Stack>
              {items.length === 0 && (
                <Empty title={t('release.noApproval')} next={t('release.noApprovalNext')} />
              )}
              {items.slice(0, SHOWN).map((it) => (
                <ApprovalLine key={it.approval_id} projectKey={projectKey} approval={it} canAct={canAct} />
              ))}
              {canAct && etag !== null && !isAsked && (
                <form
                  onSubmit={(event) => {
                    event.preventDefault();
                    request.send({ draft_etag: etag, ...(note.trim() === '' ? {} : { note }) });
                  }}
                >
                  <Group align="flex-end" gap="xs">
                    <TextInput
                      size="xs"
                      flex={1}
                      miw={180}
                      dir="auto"
                      label={t('release.note')}
                      maxLength={500}
                      value={note}
                      onChange={({ currentTarget }) => setNote(currentTarget.value)}
                    />
                    <Button size="xs" type="submit" variant="default" loading={request.isPending}>
                      {t('release.request')}
                    </Button>
                  </Group>
                </form>
              )}
              <Refusal problem={request.problem} />
            </Stack>
          );
        }}
      </Loaded>
    </Panel>
  );
}
