import { Box, Button, Divider, Stack, Text, TextInput, Title } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Confirm } from '../parts/Confirm';
import { CopyLink } from '../parts/CopyLink';
import { FileOutcome } from '../parts/FileOutcome';
import { EditedForm } from '../parts/forms/EditedForm';
import { HELP_BELOW } from '../parts/forms/help-below';
import { Figure } from '../parts/figures/Figure';
import { Panel } from '../parts/Panel';
import { PlainPage } from '../parts/PlainPage';
import { ProjectSelect } from '../parts/ProjectSelect';
import { Refusal } from '../parts/Refusal';
import { SecretOnce } from '../parts/SecretOnce';
import { Empty, Loaded } from '../parts/States';
import { ColumnsMenu } from '../parts/tables/ColumnsMenu';
import { CursorPages } from '../parts/tables/CursorPages';
import { DataTable, type Sort } from '../parts/tables/DataTable';
import { Pager } from '../parts/tables/Pager';
import { CopyValue } from '../parts/values/CopyValue';
import { Day } from '../parts/values/Day';
import { Facts } from '../parts/values/Facts';
import { Instant } from '../parts/values/Instant';
import { Person } from '../parts/values/Person';
import { StatusLabel } from '../parts/values/StatusLabel';
import { LONG, OWN_ID, PROBLEMS, SENTENCE, useFailed, useKept, useLoading } from './samples';

const nothing = (): void => undefined;

function State({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <Box>
      <Text size="xs" ff="monospace" c="dimmed" mb={4}>
        {name}
      </Text>
      {children}
    </Box>
  );
}

function Part({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <Stack gap="md" component="section">
      <Divider />
      <Title order={2}>{name}</Title>
      {children}
    </Stack>
  );
}

function Failed({ name }: { readonly name: string }) {
  return (
    <Loaded query={useFailed(name)} what={LONG} height={80}>
      {(text) => <Text>{text}</Text>}
    </Loaded>
  );
}

function Figures() {
  const of = { route: '/v1/calls/summary', query: {}, figure: 'total_calls' };
  return (
    <Part name="Figure">
      <State name="with its calls">
        <Figure of={of} what={LONG} calls={{}}>
          1,204
        </Figure>
      </State>
      <State name="without a list of them">
        <Figure of={of} what={LONG} calls={null}>
          1,204
        </Figure>
      </State>
    </Part>
  );
}

function States() {
  return (
    <Part name="Loaded">
      <State name="loading">
        <Loaded query={useLoading()} what={LONG} height={80}>
          {(text) => <Text>{text}</Text>}
        </Loaded>
      </State>
      <State name="empty">
        <Empty title={LONG} next={SENTENCE} action={<Button size="xs">{LONG}</Button>} />
      </State>
      <State name="empty, after the last page">
        <Empty title={LONG} page={3} onFirst={nothing} />
      </State>
      {Object.keys(PROBLEMS).map((name) => (
        <State key={name} name={name}>
          <Failed name={name} />
        </State>
      ))}
      <State name="unavailable, with what was read before">
        <Loaded query={useKept()} what={LONG} height={80}>
          {(text) => <Text>{text}</Text>}
        </Loaded>
      </State>
    </Part>
  );
}

const ROWS = [
  { id: 'a', name: 'Acme Dental', status: 'completed', at: '2026-02-28T13:00:00Z', count: 12 },
  { id: 'b', name: SENTENCE, status: 'failed', at: '2026-02-28T12:59:59Z', count: 1_000_000 },
];

function Tables() {
  const [sort, setSort] = useState<Sort>({ by: 'name', order: 'asc' });
  const [shown, setShown] = useState<readonly string[]>(['name', 'status', 'at', 'count']);
  const columns = [
    { name: 'name', label: 'Name', canSort: true, cell: (row: (typeof ROWS)[number]) => row.name },
    {
      name: 'status',
      label: 'Status',
      cell: (row: (typeof ROWS)[number]) => <StatusLabel kind="status" value={row.status} />,
    },
    { name: 'at', label: LONG, cell: (row: (typeof ROWS)[number]) => <Instant at={row.at} /> },
    {
      name: 'count',
      label: 'Count',
      isNumber: true,
      canSort: true,
      cell: (row: (typeof ROWS)[number]) => row.count,
    },
  ];
  return (
    <Part name="DataTable, ColumnsMenu, Pager, CursorPages">
      <div>
        <ColumnsMenu columns={columns} shown={shown} onChange={setShown} /> <CopyLink />
      </div>
      <DataTable
        caption={LONG}
        columns={columns.filter(({ name }) => shown.includes(name))}
        rows={ROWS}
        keyOf={(row) => row.id}
        sort={sort}
        onSort={setSort}
      />
      <Pager pagination={{ page: 2, total_pages: 12, total_records: 240 }} what={LONG} onChange={nothing} />
      <CursorPages next="3" />
    </Part>
  );
}

function Values() {
  return (
    <Part name="Panel, Facts, Instant, Day, Person, StatusLabel">
      <Panel title={SENTENCE} aside={<Button size="xs">{LONG}</Button>}>
        <Facts
          caption={LONG}
          rows={[
            ['Instant', <Instant key="at" at="2026-02-28T13:00:00Z" isExact />],
            ['Day', <Day key="on" on="2028-02-29" />],
            ['Absent', undefined],
            ['Person', <Person key="person" id={OWN_ID} />],
            ['An unknown person', <Person key="other" id="0198b3a2-7c11-7d55-9b1e-6a2f0c9d4e10" />],
            [LONG, SENTENCE],
            ['Status', <StatusLabel key="status" kind="delivery" value="blocked" />],
            ['An unknown status', <StatusLabel key="unknown" kind="delivery" value="not_known_here" />],
          ]}
        />
      </Panel>
    </Part>
  );
}

function Forms() {
  const [open, setOpen] = useState(false);
  const edited = {
    values: { name: 'Mine' },
    saved: { values: { name: SENTENCE }, etag: 'b2' },
    isChanged: true,
    set: nothing,
    discard: nothing,
  };
  return (
    <Part name="EditedForm, Refusal, Confirm">
      {[false, true].map((isStale) => (
        <State key={String(isStale)} name={isStale ? 'saved by another person meanwhile' : 'changed'}>
          <EditedForm
            edited={{ ...edited, isStale }}
            describe={({ name }) => [['Name', name]]}
            write={{ isPending: false, problem: undefined }}
            onSave={nothing}
          >
            <TextInput
              label={LONG}
              description={SENTENCE}
              inputWrapperOrder={HELP_BELOW}
              error={isStale && SENTENCE}
              defaultValue="Mine"
            />
          </EditedForm>
        </State>
      ))}
      {Object.entries(PROBLEMS).map(([name, problem]) => (
        <State key={name} name={name}>
          <Refusal problem={problem} />
        </State>
      ))}
      <Button onClick={() => setOpen(true)}>Confirm</Button>
      {open && (
        <Confirm
          title={LONG}
          action={LONG}
          typed="acme-dental"
          write={{ isPending: false, problem: PROBLEMS['failed'] }}
          onConfirm={nothing}
          onClose={() => setOpen(false)}
        >
          <Text size="sm">{SENTENCE}</Text>
        </Confirm>
      )}
    </Part>
  );
}

function Files() {
  const download = { start: () => Promise.resolve(), cancel: nothing };
  return (
    <Part name="FileOutcome, SecretOnce, CopyValue">
      {(['empty', 'saved', 'broken'] as const).map((kind) => (
        <State key={kind} name={kind}>
          <FileOutcome download={{ ...download, state: { kind } }} />
        </State>
      ))}
      {[0, 4_200_000].map((bytes) => (
        <State key={bytes} name={`running, ${bytes} bytes`}>
          <FileOutcome download={{ ...download, state: { kind: 'running', bytes } }} />
        </State>
      ))}
      <State name="refused">
        <FileOutcome download={{ ...download, state: { kind: 'refused', problem: PROBLEMS['failed']! } }} />
      </State>
      {[`tp_${'k4Jd0a'.repeat(12)}`, null].map((secret) => (
        <State key={String(secret)} name={secret === null ? 'a repetition, without the secret' : 'secret'}>
          <SecretOnce title={SENTENCE} secret={secret} onStored={nothing} />
        </State>
      ))}
      <State name="value to copy">
        <CopyValue label={LONG} value={'k4Jd0a'.repeat(24)} />
      </State>
    </Part>
  );
}

function Choices() {
  return (
    <Part name="ProjectSelect, Button">
      <State name="chosen">
        <ProjectSelect label={LONG} value="front-desk" />
      </State>
      <State name="chosen, but not among the projects">
        <ProjectSelect label={LONG} value="archived" />
      </State>
      <State name="refused">
        <ProjectSelect label={LONG} value={null} error={SENTENCE} />
      </State>
      <State name="long labels">
        <Button>{SENTENCE}</Button>
      </State>
    </Part>
  );
}

function Pages() {
  return (
    <Part name="PlainPage">
      <PlainPage title={SENTENCE}>
        <Text size="sm">{SENTENCE}</Text>
        <Button>{LONG}</Button>
      </PlainPage>
    </Part>
  );
}

/** The components, each in its states. */
export function Gallery() {
  return (
    <Stack p="md" gap="xl" component="main">
      <Title order={1}>Parts</Title>
      <States />
      <Figures />
      <Tables />
      <Values />
      <Forms />
      <Choices />
      <Files />
      <Pages />
    </Stack>
  );
}
