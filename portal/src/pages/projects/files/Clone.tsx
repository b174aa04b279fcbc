import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  cloneConfiguration,
  exportConfiguration,
  importConfiguration,
  type IncomingResponse,
} from '../../../api/generated';
import { listProjectsOptions, listSecretsOptions } from '../../../api/generated/@tanstack/react-query.gen';
import { clientOptions } from '../../../session/client-names';
import { rightsFor } from '../../../session/rights';
import { useSession } from '../../../session/session';
import { useWrite } from '../../../data/write';
import { Panel } from '../../../parts/Panel';
import { Refusal } from '../../../parts/Refusal';
import type { TabProps } from '../project';
import type { ConfigurationFile } from './file';
import { Incoming } from './Incoming';
import { Link } from '@tanstack/react-router';

const SOURCES = ['draft', 'published'] as const;
type Source = (typeof SOURCES)[number];

interface Choice {
  readonly source: Source;
  readonly clientId: string;
  readonly projectId: string;
  readonly names: Readonly<Record<string, string>>;
}
/** Copies the configuration into another project, after the person has seen the difference. */
export function Clone({ projectKey, lifecycle }: TabProps) {
  const { t } = useTranslation();
  const session = useSession();
  const own = lifecycle.project.client_id;
  const isPublished = lifecycle.project.latest_published_version !== null;
  const [clientId, setClientId] = useState(own);
  const [projectId, setProjectId] = useState<string | null>(null);
  const [source, setSource] = useState<Source>(isPublished ? 'published' : 'draft');
  const [names, setNames] = useState<Readonly<Record<string, string>>>({});
  const clients =
    session?.assignments.filter(({ client_id }) => rightsFor(session, client_id)('cloneConfiguration')) ?? [];
  const list = useQuery(listProjectsOptions({ query: { client_id: clientId, page_size: 100 } }));
  const projects = list.data;
  const secrets = useQuery({
    ...listSecretsOptions({ path: { project_id: projectId ?? '' }, query: { client_id: clientId } }),
    enabled: projectId !== null,
  }).data;
  const targets =
    projects && 'items' in projects
      ? projects.items.filter(({ project_id }) => project_id !== projectKey.path.project_id)
      : [];
  const look = useWrite<Choice, IncomingResponse>(async (choice, key) => {
    const target = { path: { project_id: choice.projectId }, query: { client_id: choice.clientId } };
    const { data: file } = await exportConfiguration({
      path: projectKey.path,
      query: { ...projectKey.query, source: choice.source },
    });
    const { checksum: _checksum, ...content } = file as ConfigurationFile & { checksum?: string };
    const { data: incoming } = await importConfiguration({
      path: target.path,
      query: { ...target.query, dry_run: true },
      headers: { 'Idempotency-Key': key },
      body: { ...content, ...(Object.keys(choice.names).length > 0 ? { secret_names: choice.names } : {}) },
    });
    return incoming;
  });
  const clone = useWrite<Choice & { readonly etag: string | null }, string>(
    async (choice, key) => {
      const { data } = await cloneConfiguration({
        ...projectKey,
        headers: { 'Idempotency-Key': key },
        body: {
          source: choice.source,
          target: {
            project_id: choice.projectId,
            client_id: choice.clientId,
            ...(choice.etag === null ? {} : { etag: choice.etag }),
          },
          ...(Object.keys(choice.names).length > 0 ? { secret_names: choice.names } : {}),
        },
      });
      return data.project_id;
    },
    { changes: [[{ _id: 'getDraft' }], [{ _id: 'listProjects' }]], onDone: () => look.reset() },
  );
  const ask = (next: Readonly<Record<string, string>>): void => {
    if (!projectId) return;
    clone.reset();
    setNames(next);
    look.send({ source, clientId, projectId, names: next });
  };
  const change = (): void => {
    look.reset();
    clone.reset();
    setNames({});
  };
  if (!clients.some(({ client_id }) => client_id === own)) return null;
  return (
    <Panel title={t('files.clone')}>
      <Stack>
        <Text size="sm" c="dimmed">
          {t('files.cloneHelp')}
        </Text>
        <Group align="flex-end" gap="xs">
          <Select
            size="xs"
            w={200}
            label={t('files.source')}
            allowDeselect={false}
            data={SOURCES.map((value) => ({
              value,
              label: t(`testCalls.uses.${value}`),
              disabled: value === 'published' && !isPublished,
            }))}
            value={source}
            onChange={(next) => {
              change();
              setSource(SOURCES.find((it) => it === next) ?? 'draft');
            }}
          />
          {clients.length > 1 && (
            <Select
              size="xs"
              w={180}
              searchable
              allowDeselect={false}
              label={t('shell.client')}
              data={clientOptions(clients)}
              value={clientId}
              onChange={(next) => {
                if (!next) return;
                change();
                setClientId(next);
                setProjectId(null);
              }}
            />
          )}
          <Select
            size="xs"
            w={220}
            searchable
            label={t('files.target')}
            placeholder={t(
              list.isPending
                ? 'states.loading'
                : projects && targets.length === 0
                  ? 'files.noTarget'
                  : 'form.choose',
            )}
            error={list.isError && t('shell.noProjects')}
            disabled={targets.length === 0}
            data={targets.map(({ project_id, display_name }) => ({ value: project_id, label: display_name }))}
            value={projectId}
            onChange={(next) => {
              change();
              setProjectId(next);
            }}
          />
          <Button
            size="xs"
            variant="default"
            disabled={!projectId}
            loading={look.isPending}
            onClick={() => ask({})}
          >
            {t('files.look')}
          </Button>
        </Group>
        <Refusal problem={look.problem} />
        {look.answer && projectId && (
          <>
            <Incoming
              incoming={look.answer}
              secrets={(secrets?.items ?? []).map(({ secret_name: name }) => ({ value: name, label: name }))}
              names={names}
              onName={(from, to) => {
                const { [from]: _before, ...others } = names;
                ask(to === null ? others : { ...others, [from]: to });
              }}
            />
            <Group justify="flex-end">
              <Button
                size="xs"
                loading={clone.isPending}
                disabled={look.answer.changes.length === 0}
                onClick={() =>
                  look.answer && clone.send({ source, clientId, projectId, names, etag: look.answer.etag })
                }
              >
                {t('files.cloneAction')}
              </Button>
            </Group>
          </>
        )}
        <Refusal problem={clone.problem} />
        {clone.answer && (
          <Text size="sm" role="status">
            {t('files.cloned')}{' '}
            <Link
              to="/projects/$projectId"
              params={{ projectId: clone.answer }}
              search={{ client_id: clientId, tab: 'release' }}
            >
              {t('files.toTarget')}
            </Link>
          </Text>
        )}
      </Stack>
    </Panel>
  );
}
