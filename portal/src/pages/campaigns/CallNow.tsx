import {
  Alert,
  Anchor,
  Button,
  Group,
  List,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createDispatch } from '../../api/generated';
import { getDispatchOptions } from '../../api/generated/@tanstack/react-query.gen';
import { useProjects } from '../../app/projects';
import { useView } from '../../app/view';
import { useWrite } from '../../app/write';
import { Panel } from '../../parts/Panel';
import { Refusal } from '../../parts/Refusal';
import { Part } from '../../parts/States';
import { bodyOf, CALLER, firstValues, TEXTS, TRUTHS, type Values } from './single-call';
import { CALL_TYPES, choiceOf } from './vocabulary';

/** How often a call that has not ended is asked for. */
const POLL_MS = 2_000;

/** One call as it goes on, to its end or its refusal. */
function Followed({ dispatchId }: { readonly dispatchId: string }) {
  const { t } = useTranslation();
  const { client_id } = useView();
  const dispatch = useQuery({
    ...getDispatchOptions({ path: { dispatch_id: dispatchId }, query: { client_id } }),
    refetchInterval: ({ state }) =>
      state.data && ['ended', 'refused'].includes(state.data.status) ? false : POLL_MS,
  });
  return (
    <Part query={dispatch} what={t('singleCalls.call')} height={80}>
      {({ status, disposition, call_id: callId, refused_codes: codes }) => (
        <Alert
          role="status"
          variant="outline"
          color={status === 'refused' ? 'red' : 'accent'}
          title={t(`singleCalls.status.${status}`)}
        >
          <Stack gap={4} align="flex-start">
            {disposition && <Text size="sm">{t(`campaignWords.disposition.${disposition}`)}</Text>}
            {codes.length > 0 && (
              <List size="sm">
                {codes.map((code) => (
                  <List.Item key={code}>{t(`campaignWords.reason.${code}`)}</List.Item>
                ))}
              </List>
            )}
            {callId && (
              <Anchor
                size="sm"
                renderRoot={(props) => (
                  <Link to="/calls/$callId" params={{ callId }} search={{ client_id }} {...props} />
                )}
              >
                {t('contacts.openCall')}
              </Anchor>
            )}
          </Stack>
        </Alert>
      )}
    </Part>
  );
}

/** Has one person called now, without a campaign (dispatch 7.1). */
export function CallNow({ projectId }: { readonly projectId: string | undefined }) {
  const { t } = useTranslation();
  const { client_id } = useView();
  const projects = useProjects();
  // In the memory of the page alone: the number is the person's.
  const [values, setValues] = useState(() => firstValues(projectId ?? ''));
  const set = (change: Partial<Values>): void => setValues((before) => ({ ...before, ...change }));
  const write = useWrite(
    async (it: Values, key) =>
      (
        await createDispatch({
          query: { client_id },
          headers: { 'Idempotency-Key': key },
          body: bodyOf(it),
        })
      ).data,
    { changes: [[{ _id: 'listDispatches' }]] },
  );
  const errorOf = (name: string): string | undefined =>
    write.problem?.fields[name] ?? write.problem?.fields[`compliance.${name}`];
  const isService = values.call_type === 'service';
  const shown = ['project_id', 'to_number', ...TEXTS, ...CALLER.map((name) => `compliance.${name}`)];
  return (
    <Panel title={t('singleCalls.now')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          write.send(values);
        }}
      >
        <Stack gap="sm">
          <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }} spacing="sm">
            <Select
              label={t('shell.project')}
              required
              searchable
              data={projects ?? []}
              value={values.project_id || null}
              error={errorOf('project_id')}
              onChange={(value) => set({ project_id: value ?? '' })}
            />
            <TextInput
              label={t('singleCalls.number')}
              placeholder="+61…"
              required
              value={values.to_number}
              error={errorOf('to_number')}
              onChange={({ currentTarget }) => set({ to_number: currentTarget.value })}
            />
            <Select
              label={t('campaigns.callType')}
              required
              allowDeselect={false}
              data={CALL_TYPES.map((value) => ({ value, label: t(`words.callType.${value}`) }))}
              value={values.call_type}
              onChange={(value) =>
                set({ call_type: choiceOf(CALL_TYPES, value ?? undefined) ?? values.call_type })
              }
            />
            {TEXTS.map((name) => (
              <TextInput
                key={name}
                label={t(`singleCalls.field.${name}`)}
                value={values[name]}
                error={errorOf(name)}
                onChange={({ currentTarget }) => set({ [name]: currentTarget.value })}
              />
            ))}
            {CALLER.map((name) => (
              <TextInput
                key={name}
                label={t(`campaignForm.${name}`)}
                required={!isService}
                value={values[name]}
                error={errorOf(name)}
                onChange={({ currentTarget }) => set({ [name]: currentTarget.value })}
              />
            ))}
          </SimpleGrid>
          <Group gap="lg">
            {TRUTHS.map((name) => (
              <Switch
                key={name}
                label={t(`campaignForm.${name}`)}
                checked={values[name]}
                onChange={({ currentTarget }) => set({ [name]: currentTarget.checked })}
              />
            ))}
          </Group>
          <Refusal problem={write.problem} shown={shown} />
          <Group justify="space-between">
            <Text size="sm" c="dimmed">
              {t('singleCalls.dials')}
            </Text>
            <Button type="submit" size="xs" loading={write.isPending}>
              {t('singleCalls.callNow')}
            </Button>
          </Group>
          {write.answer && <Followed key={write.answer.dispatch_id} dispatchId={write.answer.dispatch_id} />}
        </Stack>
      </form>
    </Panel>
  );
}
