import { Code, Group, Select, Stack, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ModelResponse, VoiceResponse } from '../../../api/generated';
import { listModelsOptions, listVoicesOptions } from '../../../api/generated/@tanstack/react-query.gen';
import type { Assignment } from '../../../session/session';
import { useSorted } from '../../../parts/tables/sorted';
import { DataTable } from '../../../parts/tables/DataTable';
import { Panel } from '../../../parts/Panel';
import { Empty, Loaded } from '../../../parts/States';
import { StatusLabel } from '../../../parts/values/StatusLabel';
import { useNumbers } from '../../../texts/numbers';

const STATUSES: readonly VoiceResponse['status'][] = ['ga', 'beta', 'deprecated'];

const VOICE_ORDERS = {
  id: (row: VoiceResponse) => row.voice_id,
  name: (row: VoiceResponse) => row.name,
  language: (row: VoiceResponse) => row.language,
};

const MODEL_ORDERS = {
  id: (row: ModelResponse) => row.model_id,
  name: (row: ModelResponse) => row.name,
  context: (row: ModelResponse) => row.context_tokens,
};

function VoiceTable({ items }: { readonly items: readonly VoiceResponse[] }) {
  const { t } = useTranslation();
  const sorted = useSorted(items, VOICE_ORDERS, { by: 'id', order: 'asc' });
  if (items.length === 0) return <Empty title={t('catalogs.none')} next={t('catalogs.noneNext')} />;
  return (
    <DataTable
      caption={t('catalogs.voices')}
      keyOf={(row) => row.voice_id}
      {...sorted}
      columns={[
        { name: 'name', label: t('catalogs.name'), canSort: true, cell: (row) => row.name },
        { name: 'id', label: t('catalogs.id'), canSort: true, cell: (row) => <Code>{row.voice_id}</Code> },
        { name: 'language', label: t('catalogs.language'), canSort: true, cell: (row) => row.language },
        { name: 'accent', label: t('catalogs.accent'), isPlain: true, cell: (row) => row.accent },
        {
          name: 'gender',
          label: t('catalogs.gender'),
          isPlain: true,
          cell: (row) => t(`catalogs.genders.${row.gender}`),
        },
        { name: 'style', label: t('catalogs.style'), cell: (row) => row.style_tags.join(', ') || '–' },
        {
          name: 'status',
          label: t('catalogs.status'),
          cell: (row) => <StatusLabel kind="catalog" value={row.status} />,
        },
      ]}
    />
  );
}

function ModelTable({ items }: { readonly items: readonly ModelResponse[] }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const sorted = useSorted(items, MODEL_ORDERS, { by: 'id', order: 'asc' });
  if (items.length === 0) return <Empty title={t('catalogs.none')} next={t('catalogs.noneNext')} />;
  return (
    <DataTable
      caption={t('catalogs.models')}
      keyOf={(row) => row.model_id}
      {...sorted}
      columns={[
        { name: 'name', label: t('catalogs.name'), canSort: true, cell: (row) => row.name },
        { name: 'id', label: t('catalogs.id'), canSort: true, cell: (row) => <Code>{row.model_id}</Code> },
        {
          name: 'modalities',
          label: t('catalogs.modalities'),
          cell: (row) => row.modalities.map((it) => t(`catalogs.modality.${it}`)).join(', '),
        },
        {
          name: 'context',
          label: t('catalogs.context'),
          canSort: true,
          isNumber: true,
          cell: (row) => count(row.context_tokens),
        },
        {
          name: 'status',
          label: t('catalogs.status'),
          cell: (row) => <StatusLabel kind="catalog" value={row.status} />,
        },
        {
          name: 'replacement',
          label: t('catalogs.replacement'),
          cell: (row) => (row.replacement_model_id ? <Code>{row.replacement_model_id}</Code> : '–'),
        },
      ]}
    />
  );
}

/** The voices and models that a configuration may name; the same for all clients. */
export function Catalogs({ assignment: { client_id } }: { readonly assignment: Assignment }) {
  const { t } = useTranslation();
  const [find, setFind] = useState('');
  const [status, setStatus] = useState<string | null>(null);
  const query = { client_id, status: STATUSES.find((it) => it === status) };
  const voices = useQuery(listVoicesOptions({ query }));
  const models = useQuery(listModelsOptions({ query }));
  const wanted = find.trim().toLocaleLowerCase();
  const shownVoices = useMemo(
    () =>
      voices.data?.items.filter((it) =>
        `${it.voice_id} ${it.name} ${it.language} ${it.accent}`.toLocaleLowerCase().includes(wanted),
      ) ?? [],
    [voices.data, wanted],
  );
  const shownModels = useMemo(
    () =>
      models.data?.items.filter((it) =>
        `${it.model_id} ${it.name} ${it.family}`.toLocaleLowerCase().includes(wanted),
      ) ?? [],
    [models.data, wanted],
  );
  return (
    <Stack>
      <Group gap="xs">
        <TextInput
          size="xs"
          w={240}
          data-page-search
          leftSection={<IconSearch aria-hidden size={14} />}
          aria-label={t('catalogs.find')}
          placeholder={t('catalogs.find')}
          value={find}
          onChange={({ currentTarget }) => setFind(currentTarget.value)}
        />
        <Select
          size="xs"
          w={170}
          clearable
          aria-label={t('catalogs.status')}
          placeholder={t('catalogs.status')}
          data={STATUSES.map((value) => ({ value, label: t(`words.catalog.${value}`) }))}
          value={status}
          onChange={setStatus}
        />
      </Group>
      <Panel title={t('catalogs.voices')}>
        <Loaded query={voices} what={t('catalogs.voices')} height={463}>
          {() => <VoiceTable items={shownVoices} />}
        </Loaded>
      </Panel>
      <Panel title={t('catalogs.models')}>
        <Loaded query={models} what={t('catalogs.models')} height={430}>
          {() => <ModelTable items={shownModels} />}
        </Loaded>
      </Panel>
    </Stack>
  );
}
