import { ActionIcon, Button, Group, Stack, Text, TextInput, Tooltip } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import {
  createConversationTest,
  replaceConversationTest,
  type ConversationTestResponse,
  type ConversationTestSent,
} from '../../../api/generated';
import { useDraft } from '../../../forms/draft';
import { useWrite } from '../../../data/write';
import { Panel } from '../../../parts/Panel';
import { Loaded } from '../../../parts/States';
import { Refusal } from '../../../parts/Refusal';
import { isList, isObject, type Json } from '../form/schema';
import { configurationOf, draftOf, ifMatch, type ProjectKey } from '../project';
import { useReferences } from '../sections/useReferences';
import type { Draft } from '../project';
import { AssertionField } from './AssertionField';
import { bind } from '../../../forms/bind';
import { FIRST } from './assertions';

const MAX_TURNS = 30;
const MAX_ASSERTIONS = 20;

interface Values {
  readonly name: string;
  readonly language: string;
  readonly turns: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
  readonly assertions: ConversationTestSent['assertions'];
}

const initialOf = (test: ConversationTestResponse | null, language: string): Values => ({
  name: test?.name ?? '',
  language: test?.script.language ?? language,
  turns: test?.script.turns.map(({ says }) => says) ?? [''],
  variables: test?.script.variables ?? {},
  assertions: test?.assertions ?? [FIRST.agent_says],
});

/** Variables of the prompt whose values come with a call: a test must set them. */
function givenVariables(draft: Draft): readonly string[] {
  const variables: Json | undefined = configurationOf(draft, 'assistant')?.['variables'];
  return (isList(variables) ? variables : []).flatMap((it) =>
    isObject(it) && (it['source'] === 'call' || it['source'] === 'contact') && typeof it['name'] === 'string'
      ? [it['name']]
      : [],
  );
}

function Form({
  projectKey,
  test,
  draft,
  isReadOnly,
  onClose,
}: {
  readonly projectKey: ProjectKey;
  readonly test: ConversationTestResponse | null;
  readonly draft: Draft;
  readonly isReadOnly: boolean;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const languages = configurationOf(draft, 'assistant')?.['languages'];
  const main = isList(languages) && typeof languages[0] === 'string' ? languages[0] : 'en-AU';
  const initial = useMemo(() => initialOf(test, main), [test, main]);
  const form = useDraft(`project:${projectKey.path.project_id}:test:${test?.test_id ?? 'new'}`, initial);
  const { values, set, clear } = form;
  const references = useReferences(projectKey, draft, 'dashboard-metadata', {});
  const names = { destinations: references.destination ?? [], tools: references.tool ?? [] };
  const write = useWrite<Values, unknown>(
    ({ name, language, turns, variables, assertions }, key) => {
      const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
      const body: ConversationTestSent = {
        name,
        script: {
          language,
          turns: turns.map((says) => ({ says })),
          ...(Object.keys(given).length > 0 ? { variables: given } : {}),
        },
        assertions: [...assertions],
      };
      return test
        ? replaceConversationTest({
            path: { ...projectKey.path, test_id: test.test_id },
            query: projectKey.query,
            headers: { ...ifMatch(test.etag), 'Idempotency-Key': key },
            body,
          })
        : createConversationTest({ ...projectKey, headers: { 'Idempotency-Key': key }, body });
    },
    {
      changes: [
        [{ _id: 'listConversationTests' }],
        [{ _id: 'getConversationTest' }],
        ['validation', projectKey.path.project_id],
      ],
      onDone: () => {
        clear();
        onClose();
      },
    },
  );
  const field = bind(form, write.problem?.fields);
  const wanted = [...new Set([...givenVariables(draft), ...Object.keys(values.variables)])];
  const setTurn = (at: number, says: string): void =>
    set({ turns: values.turns.map((it, n) => (n === at ? says : it)) });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        write.send(values);
      }}
    >
      <Stack>
        <Group align="flex-start">
          <TextInput
            className="grow"
            miw={200}
            label={t('tests.name')}
            dir="auto"
            maxLength={120}
            readOnly={isReadOnly}
            {...field.text('name')}
          />
          <TextInput
            w={140}
            label={t('tests.language')}
            maxLength={35}
            readOnly={isReadOnly}
            {...field.text('language')}
            error={write.problem?.fields['script.language']}
          />
        </Group>
        <Stack gap="xs">
          <Text size="sm" fw={500}>
            {t('tests.turns')}
          </Text>
          {values.turns.map((says, n) => (
            <Group key={n} gap="xs" wrap="nowrap">
              <TextInput
                className="grow"
                dir="auto"
                maxLength={500}
                readOnly={isReadOnly}
                aria-label={t('tests.turn', { number: n + 1 })}
                value={says}
                error={write.problem?.fields[`script.turns.${n}.says`]}
                onChange={({ currentTarget }) => setTurn(n, currentTarget.value)}
              />
              {!isReadOnly && (
                <Tooltip label={t('form.remove', { what: t('tests.turn', { number: n + 1 }) })}>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    disabled={values.turns.length === 1}
                    aria-label={t('form.remove', { what: t('tests.turn', { number: n + 1 }) })}
                    onClick={() => set({ turns: values.turns.filter((_, at) => at !== n) })}
                  >
                    <IconTrash aria-hidden size={15} />
                  </ActionIcon>
                </Tooltip>
              )}
            </Group>
          ))}
          {!isReadOnly && (
            <Group>
              <Button
                size="xs"
                variant="default"
                disabled={values.turns.length >= MAX_TURNS}
                leftSection={<IconPlus aria-hidden size={14} />}
                onClick={() => set({ turns: [...values.turns, ''] })}
              >
                {t('tests.addTurn')}
              </Button>
            </Group>
          )}
        </Stack>
        {wanted.length > 0 && (
          <Stack gap="xs">
            <Text size="sm" fw={500}>
              {t('tests.variables')}
            </Text>
            <div className="fields">
              {wanted.map((name) => (
                <TextInput
                  key={name}
                  size="xs"
                  label={`{{${name}}}`}
                  maxLength={500}
                  readOnly={isReadOnly}
                  value={values.variables[name] ?? ''}
                  onChange={({ currentTarget }) =>
                    set({ variables: { ...values.variables, [name]: currentTarget.value } })
                  }
                />
              ))}
            </div>
          </Stack>
        )}
        <Stack gap="xs">
          <Text size="sm" fw={500}>
            {t('tests.expectations')}
          </Text>
          {values.assertions.map((assertion, n) => (
            <AssertionField
              key={n}
              at={n}
              assertion={assertion}
              names={names}
              isReadOnly={isReadOnly}
              onChange={(next) =>
                set({ assertions: values.assertions.map((it, at) => (at === n ? next : it)) })
              }
              onRemove={() => set({ assertions: values.assertions.filter((_, at) => at !== n) })}
            />
          ))}
          {!isReadOnly && (
            <Group>
              <Button
                size="xs"
                variant="default"
                disabled={values.assertions.length >= MAX_ASSERTIONS}
                leftSection={<IconPlus aria-hidden size={14} />}
                onClick={() => set({ assertions: [...values.assertions, FIRST.agent_says] })}
              >
                {t('tests.addExpectation')}
              </Button>
            </Group>
          )}
        </Stack>
        <Refusal
          problem={write.problem}
          shown={['name', 'script.language', ...values.turns.map((_, n) => `script.turns.${n}.says`)]}
        />
        <Group justify="flex-end">
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              clear();
              onClose();
            }}
          >
            {t('actions.cancel')}
          </Button>
          {!isReadOnly && (
            <Button size="xs" type="submit" loading={write.isPending}>
              {t('actions.save')}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

/** A scripted caller, and its assertions about the conversation. */
export function TestEditor(props: {
  readonly projectKey: ProjectKey;
  readonly test: ConversationTestResponse | null;
  readonly isReadOnly: boolean;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const draft = useQuery(draftOf(props.projectKey));
  return (
    <Panel title={props.test?.name ?? t('tests.create')}>
      <Loaded query={draft} what={t('projectTabs.tests')} height={320}>
        {(data) => <Form key={props.test?.test_id ?? 'new'} {...props} draft={data} />}
      </Loaded>
    </Panel>
  );
}
