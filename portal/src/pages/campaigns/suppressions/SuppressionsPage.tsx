import { Button, Group, Select, Stack, Switch, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createSuppression, removeSuppression, type SuppressionItem } from '../../../api/generated';
import { listSuppressionsOptions } from '../../../api/generated/@tanstack/react-query.gen';
import { useMay } from '../../../address/assignment';
import { useChangeView, useView } from '../../../address/view';
import { useWrite } from '../../../data/write';
import { Confirm } from '../../../parts/Confirm';
import { CursorPages } from '../../../parts/tables/CursorPages';
import { DataTable } from '../../../parts/tables/DataTable';
import { Instant } from '../../../parts/values/Instant';
import { Panel } from '../../../parts/Panel';
import { ProjectSelect } from '../../../parts/ProjectSelect';
import { Refusal } from '../../../parts/Refusal';
import { Empty, Loaded } from '../../../parts/States';
import { PageHead, ProjectFilter } from '../../../shell/PageHead';
import { Choice } from '../Choice';
import { CAMPAIGN_QUERIES, useProjectName } from '../queries';
import { ListTabs } from '../ListTabs';
import { bind } from '../../../forms/bind';
import { choiceOf, every } from '../vocabulary';

type Reason = SuppressionItem['reason'];

const REASONS = every<Reason>({ direct_opt_out: true, wrong_number: true, manual: true, complaint: true });
const PAGE_SIZE = 50;
const CHANGES = [...CAMPAIGN_QUERIES, [{ _id: 'listSuppressions' }]];

interface Values {
  readonly to_number: string;
  readonly reason: Reason;
  readonly source: string;
  readonly project_id: string;
  readonly client_wide: boolean;
}

function Add({ projectId }: { readonly projectId: string | undefined }) {
  const { t } = useTranslation();
  const { client_id } = useView();
  // Kept only in the memory of the page, because the number is personal data.
  const [values, setValues] = useState<Values>({
    to_number: '',
    reason: 'manual',
    source: '',
    project_id: projectId ?? '',
    client_wide: false,
  });
  const set = (change: Partial<Values>): void => setValues((before) => ({ ...before, ...change }));
  const write = useWrite(
    async ({ project_id, client_wide, ...it }: Values) =>
      (
        await createSuppression({
          query: { client_id },
          body: client_wide ? { ...it, client_wide } : { ...it, project_id },
        })
      ).data,
    {
      changes: CHANGES,
      onDone: () => {
        set({ to_number: '' });
        notifications.show({ message: t('suppressions.added') });
      },
    },
  );
  const field = bind({ values, set }, write.problem?.fields);
  return (
    <Panel title={t('suppressions.add')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          write.send(values);
        }}
      >
        <Stack gap="sm">
          <div className="fields">
            <TextInput
              label={t('contacts.number')}
              placeholder="+61…"
              required
              {...field.text('to_number')}
            />
            <Select
              label={t('suppressions.reason')}
              required
              allowDeselect={false}
              data={REASONS.map((value) => ({ value, label: t(`suppressions.reasons.${value}`) }))}
              {...field.choice('reason', REASONS)}
            />
            <TextInput label={t('suppressions.source')} required maxLength={64} {...field.text('source')} />
            <ProjectSelect
              label={t('shell.project')}
              required={!values.client_wide}
              disabled={values.client_wide}
              {...field.emptied('project_id')}
            />
          </div>
          <Switch label={t('suppressions.wholeClient')} {...field.check('client_wide')} />
          <Refusal problem={write.problem} shown={['to_number', 'source', 'project_id']} />
          <Group justify="flex-end">
            <Button type="submit" size="xs" loading={write.isPending}>
              {t('suppressions.add')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}

function Remove({ item, onClose }: { readonly item: SuppressionItem; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { client_id } = useView();
  const write = useWrite(
    async () => {
      await removeSuppression({ path: { suppression_id: item.suppression_id }, query: { client_id } });
    },
    { changes: CHANGES, onDone: onClose },
  );
  return (
    <Confirm
      title={t('suppressions.removeTitle', { number: item.masked_phone })}
      action={t('suppressions.remove')}
      write={write}
      onConfirm={() => write.send(undefined)}
      onClose={onClose}
    >
      <Text size="sm">{t('suppressions.removeEnds')}</Text>
    </Confirm>
  );
}

/** The numbers that one project, or all projects of a client, must not call. */
export function SuppressionsPage() {
  const { t } = useTranslation();
  const { client_id, project_id } = useView();
  const search: { reason?: string; cursor?: string } = useSearch({ strict: false });
  const change = useChangeView();
  const may = useMay();
  const projectName = useProjectName();
  const [removed, setRemoved] = useState<SuppressionItem | null>(null);
  const list = useQuery({
    ...listSuppressionsOptions({
      query: {
        client_id,
        project_id,
        reason: choiceOf(REASONS, search.reason),
        cursor: search.cursor,
        page_size: PAGE_SIZE,
      },
    }),
    placeholderData: keepPreviousData,
  });
  const title = t('suppressions.title');
  return (
    <>
      <PageHead title={title} help={t('suppressions.help')} chapter="suppressions">
        <ProjectFilter />
      </PageHead>
      <ListTabs />
      <Stack>
        {may('createSuppression') && <Add key={project_id} projectId={project_id} />}
        <Group role="search" aria-label={t('campaigns.filters')}>
          <Choice
            label={t('suppressions.reason')}
            any={t('contacts.anyReason')}
            values={REASONS}
            value={search.reason}
            textOf={(it) => t(`suppressions.reasons.${it}`)}
            onChange={(reason) => change({ reason, cursor: undefined })}
          />
        </Group>
        <Loaded query={list} what={title} height={320}>
          {({ items, next_cursor: next }) =>
            items.length === 0 ? (
              <Empty title={t('suppressions.none')} next={t('suppressions.noneNext')} />
            ) : (
              <>
                <DataTable
                  caption={title}
                  rows={items}
                  keyOf={(it) => it.suppression_id}
                  columns={[
                    { name: 'number', label: t('contacts.number'), cell: (it) => it.masked_phone },
                    {
                      name: 'reason',
                      label: t('suppressions.reason'),
                      cell: (it) => t(`suppressions.reasons.${it.reason}`),
                    },
                    { name: 'source', label: t('suppressions.source'), cell: (it) => it.source },
                    {
                      name: 'project',
                      label: t('shell.project'),
                      cell: (it) =>
                        it.project_id === null ? t('suppressions.allProjects') : projectName(it.project_id),
                    },
                    {
                      name: 'created',
                      label: t('contacts.added'),
                      cell: (it) => <Instant at={it.created_at_utc} />,
                    },
                    ...(may('removeSuppression')
                      ? [
                          {
                            name: 'remove',
                            label: t('suppressions.action'),
                            cell: (it: SuppressionItem) => (
                              <Button size="compact-xs" variant="default" onClick={() => setRemoved(it)}>
                                {t('suppressions.remove')}
                              </Button>
                            ),
                          },
                        ]
                      : []),
                  ]}
                />
                <CursorPages next={next} />
              </>
            )
          }
        </Loaded>
      </Stack>
      {removed && <Remove item={removed} onClose={() => setRemoved(null)} />}
    </>
  );
}
