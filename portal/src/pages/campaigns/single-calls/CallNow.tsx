import { Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createDispatch } from '../../../api/generated';
import { useView } from '../../../address/view';
import { useWrite } from '../../../data/write';
import { Panel } from '../../../parts/Panel';
import { ProjectSelect } from '../../../parts/ProjectSelect';
import { Refusal } from '../../../parts/Refusal';
import { FollowedCall } from './FollowedCall';
import { bodyOf, CALLER, FIELD_NAMES, firstValues, type Values } from './single-call';
import { SingleCallFields } from './SingleCallFields';
import { bind } from '../../../forms/bind';

/** Has one person called now, without a campaign (dispatch 7.1). */
export function CallNow({
  projectId,
  number = '',
}: {
  readonly projectId: string | undefined;
  readonly number?: string;
}) {
  const { t } = useTranslation();
  const { client_id } = useView();
  // Kept only in the memory of the page, because the number is personal data.
  const [values, setValues] = useState(() => ({ ...firstValues(projectId ?? ''), to_number: number }));
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
  const errors = Object.fromEntries(
    Object.entries(write.problem?.fields ?? {}).map(([path, it]) => [path.replace(/^compliance\./, ''), it]),
  );
  const form = { values, set, errors };
  const field = bind(form, errors);
  const shown = [
    ...['project_id', 'to_number', 'personalization'],
    ...FIELD_NAMES,
    ...CALLER.map((name) => `compliance.${name}`),
  ];
  return (
    <Panel title={t('singleCalls.now')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          write.send(values);
        }}
      >
        <Stack gap="sm">
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
            <ProjectSelect label={t('shell.project')} required {...field.emptied('project_id')} />
            <TextInput
              label={t('singleCalls.number')}
              placeholder="+61…"
              required
              {...field.text('to_number')}
            />
          </SimpleGrid>
          <SingleCallFields form={form} />
          <Refusal problem={write.problem} shown={shown} />
          <Group justify="space-between">
            <Text size="sm" c="dimmed">
              {t('singleCalls.dials')}
            </Text>
            <Button type="submit" size="xs" loading={write.isPending}>
              {t('singleCalls.callNow')}
            </Button>
          </Group>
          {write.answer && (
            <FollowedCall key={write.answer.dispatch_id} dispatchId={write.answer.dispatch_id} />
          )}
        </Stack>
      </form>
    </Panel>
  );
}
