import { Badge, Button, Drawer, Group, Loader, Paper, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { runDraftTalk, type ConversationRunResponse } from '../../../api/generated';
import { getConversationRunOptions } from '../../../api/generated/@tanstack/react-query.gen';
import { useWrite } from '../../../data/write';
import { Refusal } from '../../../parts/Refusal';
import { Loaded } from '../../../parts/States';
import type { ProjectKey } from '../project';
import { isUnderWay, LIVE_MS } from '../running-tests';

/** A line of the person, and the run that answers it. */
interface Turn {
  readonly says: string;
  readonly runId: string;
}

type Result = ConversationRunResponse['results'][number];

/** The assistant's words since the person's last line; before the first line it greets. */
function answerIn({ excerpt }: Result, isFirst: boolean): readonly string[] {
  const last = isFirst ? -1 : excerpt.lines.map(({ role }) => role).lastIndexOf('caller');
  return excerpt.lines.slice(last + 1).flatMap(({ role, text }) => (role === 'agent' ? [text] : []));
}

function Answer({ result, turn }: { readonly result: Result; readonly turn: number }) {
  const { t } = useTranslation();
  const { excerpt, findings, error_reason: reason } = result;
  return (
    <Stack gap={4} align="flex-start">
      {reason && (
        <Text size="sm" c="red">
          {t('talk.failed', { reason: t(`tests.reasons.${reason}`) })}
        </Text>
      )}
      {!reason && excerpt.status !== 'available' && (
        <Text size="sm" c="dimmed">
          {t(`testCalls.transcript.${excerpt.status}`)}
        </Text>
      )}
      {answerIn(result, turn === 1).map((text, n) => (
        <Paper key={n} withBorder px="sm" py={6} maw="90%">
          <Text size="sm" dir="auto">
            {text}
          </Text>
        </Paper>
      ))}
      <Group gap={4}>
        {findings
          .filter((it) => it.turn === turn || (turn === 1 && it.turn === 0))
          .map(({ kind, name }) => (
            <Badge
              key={`${kind}.${name}`}
              variant="outline"
              color={kind === 'tripwire' ? 'red' : 'gray'}
              tt="none"
            >
              {t(`talk.finding.${kind}`, { name })}
            </Badge>
          ))}
      </Group>
    </Stack>
  );
}

function OneTurn({
  projectKey,
  turn: { says, runId },
  number,
}: {
  readonly projectKey: ProjectKey;
  readonly turn: Turn;
  readonly number: number;
}) {
  const { t } = useTranslation();
  const run = useQuery({
    ...getConversationRunOptions({ path: { ...projectKey.path, run_id: runId }, query: projectKey.query }),
    refetchInterval: ({ state }) => (state.data && !isUnderWay(state.data) ? false : LIVE_MS / 2),
  });
  return (
    <Stack gap={6}>
      <Paper bg="var(--mantine-primary-color-light)" px="sm" py={6} maw="90%" ml="auto">
        <Text size="sm" dir="auto">
          {says}
        </Text>
      </Paper>
      <Loaded query={run} what={t('talk.title')} height={36}>
        {(data) =>
          isUnderWay(data) ? (
            <Group gap="xs" role="status">
              <Loader size="xs" />
              <Text size="sm" c="dimmed">
                {t(`tests.runStatus.${data.status}`)}
              </Text>
            </Group>
          ) : (
            data.results.map((it) => <Answer key={it.test_id} result={it} turn={number} />)
          )
        }
      </Loaded>
    </Stack>
  );
}

/**
 * A text conversation with the saved draft, beside the editor: a runtime answers each line
 * (workspace 13.23).
 */
export function Talk({
  projectKey,
  language,
  isDirty,
  isOpen,
  onClose,
}: {
  readonly projectKey: ProjectKey;
  readonly language: string;
  /** Whether there are edits that the draft does not have yet. */
  readonly isDirty: boolean;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const [turns, setTurns] = useState<readonly Turn[]>([]);
  const [says, setSays] = useState('');
  const write = useWrite<readonly string[], string>(
    async (lines, key) => {
      const script = { language, turns: lines.map((line) => ({ says: line })) };
      const { data } = await runDraftTalk({
        ...projectKey,
        headers: { 'Idempotency-Key': key },
        body: { script },
      });
      return data.run_id;
    },
    {
      onDone: (runId, lines) => {
        setTurns((before) => [...before, { says: lines.at(-1) ?? '', runId }]);
        setSays('');
      },
    },
  );
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      position="right"
      title={t('talk.title')}
      // The person can keep editing the prompt next to it.
      withOverlay={false}
      lockScroll={false}
      trapFocus={false}
      closeOnClickOutside={false}
    >
      <Stack>
        <Text size="sm" c="dimmed">
          {t('talk.help')}
        </Text>
        {isDirty && <Text size="sm">{t('talk.unsaved')}</Text>}
        <Stack gap="sm" role="log" aria-label={t('talk.title')}>
          {turns.map((turn, n) => (
            <OneTurn key={turn.runId} projectKey={projectKey} turn={turn} number={n + 1} />
          ))}
        </Stack>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            // The form of the section encloses it.
            event.stopPropagation();
            if (says.trim() !== '') write.send([...turns.map((it) => it.says), says.trim()]);
          }}
        >
          <Stack gap="xs">
            <TextInput
              label={t('talk.says')}
              dir="auto"
              data-autofocus
              maxLength={500}
              value={says}
              onChange={({ currentTarget }) => setSays(currentTarget.value)}
            />
            <Refusal problem={write.problem} />
            <Group justify="flex-end" gap="xs">
              <Button size="xs" variant="default" disabled={turns.length === 0} onClick={() => setTurns([])}>
                {t('talk.again')}
              </Button>
              <Button type="submit" size="xs" loading={write.isPending}>
                {t('talk.say')}
              </Button>
            </Group>
          </Stack>
        </form>
      </Stack>
    </Drawer>
  );
}
