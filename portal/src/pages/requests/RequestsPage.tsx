import { Button, Drawer, Group, Select } from '@mantine/core';
import { IconDownload, IconPlus } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../data/save-file';
import { useMay } from '../../address/assignment';
import { useChangeView, useView } from '../../address/view';
import { useWrite } from '../../data/write';
import { Refusal } from '../../parts/Refusal';
import { PageHead, ProjectFilter } from '../../shell/PageHead';
import { NewRequest } from './NewRequest';
import { RequestBoard } from './RequestBoard';
import { RequestDetail } from './RequestDetail';
import { RequestList } from './RequestList';
import { DUE_STATES, one, STATUSES, TYPES } from './words';

interface Search {
  readonly due?: string;
  readonly status?: string;
  readonly type?: string;
  readonly request?: string;
  /** The reference of the ticket from which a new request is created. */
  readonly ticket?: string;
  readonly cursor?: string;
}

/** Callers' requests about their data: a board of urgent ones, and a list for each column. */
export function RequestsPage() {
  const { t } = useTranslation();
  const may = useMay();
  const { client_id, project_id } = useView();
  const change = useChangeView();
  const search: Search = useSearch({ strict: false });
  const [isNew, setNew] = useState(search.ticket !== undefined && may('createCallerRequest'));
  const csv = useWrite((query: Readonly<Record<string, string | undefined>>) =>
    saveFile('/v1/compliance/caller-requests/csv', query, 'caller-requests.csv'),
  );
  const due_state = one(DUE_STATES, search.due);
  const filter = {
    client_id,
    project_id,
    status: one(STATUSES, search.status),
    type: one(TYPES, search.type),
  };
  return (
    <>
      <PageHead title={t('pages.requests')} help={t('help.requests')} chapter="caller-requests">
        <ProjectFilter />
      </PageHead>
      <Group justify="space-between" mb="sm">
        <Group gap="xs">
          <Select
            size="xs"
            w={150}
            clearable
            aria-label={t('requests.type')}
            placeholder={t('requests.type')}
            data={TYPES.map((value) => ({ value, label: t(`words.requestType.${value}`) }))}
            value={filter.type ?? null}
            onChange={(type) => change({ type: type ?? undefined, cursor: undefined })}
          />
          <Select
            size="xs"
            w={180}
            clearable
            aria-label={t('requests.status')}
            placeholder={t('requests.status')}
            data={STATUSES.map((value) => ({ value, label: t(`words.request.${value}`) }))}
            value={filter.status ?? null}
            onChange={(status) => change({ status: status ?? undefined, cursor: undefined })}
          />
          {due_state && (
            <Select
              size="xs"
              w={150}
              allowDeselect={false}
              aria-label={t('requests.due')}
              data={DUE_STATES.map((value) => ({ value, label: t(`words.due.${value}`) }))}
              value={due_state}
              onChange={(due) => change({ due: due ?? undefined, cursor: undefined })}
            />
          )}
        </Group>
        <Group gap="xs">
          {due_state && (
            <Button size="xs" variant="default" onClick={() => change({ due: undefined, cursor: undefined })}>
              {t('requests.board')}
            </Button>
          )}
          {may('downloadCallerRequests') && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconDownload aria-hidden size={14} />}
              loading={csv.isPending}
              onClick={() => csv.send({ ...filter, due_state, bom: 'true' })}
            >
              {t('requests.csv')}
            </Button>
          )}
          {may('createCallerRequest') && (
            <Button size="xs" leftSection={<IconPlus aria-hidden size={14} />} onClick={() => setNew(true)}>
              {t('requests.create')}
            </Button>
          )}
        </Group>
      </Group>
      <Refusal problem={csv.problem} />
      {due_state ? (
        <RequestList filter={{ ...filter, due_state }} cursor={search.cursor} />
      ) : (
        <RequestBoard filter={filter} />
      )}
      <Drawer
        opened={search.request !== undefined}
        onClose={() => change({ request: undefined })}
        position="right"
        size="lg"
        title={t('requests.one')}
      >
        {search.request && (
          <RequestDetail key={search.request} requestId={search.request} clientId={client_id} />
        )}
      </Drawer>
      {isNew && (
        <NewRequest
          clientId={client_id}
          ticket={search.ticket}
          onClose={() => {
            setNew(false);
            if (search.ticket !== undefined) change({ ticket: undefined });
          }}
        />
      )}
    </>
  );
}
