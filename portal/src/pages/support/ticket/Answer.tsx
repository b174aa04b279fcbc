import { Button, Group, Kbd, SegmentedControl, Stack, Text, Textarea } from '@mantine/core';
import { IconLock, IconSend } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { writeSupportComment, type CommentRequest } from '../../../api/generated';
import { useMay } from '../../../address/assignment';
import { useClientId } from '../../../address/view';
import { startUploads } from '../../../data/uploads';
import { useWrite } from '../../../data/write';
import { useDraft } from '../../../forms/draft';
import { sendByKey, useKeys } from '../../../parts/keys';
import { Refusal } from '../../../parts/Refusal';
import { FileDrop } from '../../../parts/support/FileDrop';
import { PersonalDataWarning, useTextCheck } from '../../../parts/support/PersonalData';
import { useIsStaff } from '../../../parts/support/queries';
import { COURSE_QUERIES } from './queries';

type Visibility = NonNullable<CommentRequest['visibility']>;

const LONGEST = 20_000;
const EMPTY = { text: '' };

/** The box for an answer or an internal note. Its text is kept until it is sent. */
function Box({
  ticketId,
  visibility,
  isSolved,
}: {
  readonly ticketId: string;
  readonly visibility: Visibility;
  readonly isSolved: boolean;
}) {
  const { t } = useTranslation();
  const client_id = useClientId();
  const draft = useDraft(`ticket ${ticketId} ${visibility}`, EMPTY);
  const [files, setFiles] = useState<readonly File[]>([]);
  const { text } = draft.values;
  const box = useRef<HTMLTextAreaElement>(null);
  const write = useWrite(
    async (body: CommentRequest, key) =>
      (
        await writeSupportComment({
          path: { ticket_id: ticketId },
          query: { client_id },
          headers: { 'Idempotency-Key': key },
          body,
        })
      ).data,
    {
      changes: COURSE_QUERIES,
      onDone: ({ comment_id }) => {
        draft.clear();
        setFiles([]);
        startUploads({ clientId: client_id, ticketId, commentId: comment_id }, files);
      },
    },
  );
  // After the key event, because the key would be typed into the box.
  useKeys({ r: () => setTimeout(() => box.current?.focus()) });
  const isInternal = visibility === 'internal';
  const isReady = text.trim() !== '';
  const check = useTextCheck(text, () => write.send({ visibility, text: text.trim() }));
  const send = (): void => {
    if (isReady) check.send();
  };
  const help = isInternal ? 'ticket.internalHelp' : isSolved ? 'ticket.reopens' : 'ticket.answerHelp';
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Stack gap="xs">
        <FileDrop files={files} onChange={setFiles}>
          <Textarea
            ref={box}
            label={t(isInternal ? 'ticket.internalLabel' : 'ticket.answer')}
            description={t(help)}
            autosize
            minRows={3}
            maxRows={16}
            maxLength={LONGEST}
            dir="auto"
            value={text}
            error={write.problem?.fields['text']}
            onChange={({ currentTarget }) => draft.set({ text: currentTarget.value })}
            onKeyDown={sendByKey}
          />
        </FileDrop>
        <Refusal problem={write.problem} shown={['text']} />
        <PersonalDataWarning check={check} />
        <Group justify="flex-end" gap="sm">
          <Text size="xs" c="dimmed" visibleFrom="sm">
            <Kbd>r</Kbd> {t('ticket.keys.answer')} · <Kbd>Ctrl ↵</Kbd> {t('ticket.keys.send')}
          </Text>
          <Button
            type="submit"
            disabled={!isReady}
            loading={check.isPending || write.isPending}
            color={isInternal ? 'yellow' : undefined}
            autoContrast
            leftSection={isInternal ? <IconLock aria-hidden size={16} /> : <IconSend aria-hidden size={16} />}
          >
            {t(isInternal ? 'ticket.addInternal' : 'ticket.send')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/**
 * Answers a ticket. An internal note has its own box with its own draft and files, so that a switch
 * never makes its words public.
 */
export function Answer({ ticketId, isSolved }: { readonly ticketId: string; readonly isSolved: boolean }) {
  const { t } = useTranslation();
  const may = useMay();
  const isStaff = useIsStaff();
  const [visibility, setVisibility] = useState<Visibility>('public');
  if (!may('writeSupportComment')) return null;
  return (
    <Stack gap="xs" className={visibility === 'internal' ? 'answerBox internalNote' : 'answerBox'}>
      {isStaff && (
        <SegmentedControl
          size="xs"
          aria-label={t('ticket.kind')}
          data={(['public', 'internal'] as const).map((value) => ({
            value,
            label: t(`ticket.visibility.${value}`),
          }))}
          value={visibility}
          onChange={(next) => setVisibility(next === 'internal' ? 'internal' : 'public')}
        />
      )}
      <Box key={visibility} ticketId={ticketId} visibility={visibility} isSolved={isSolved} />
    </Stack>
  );
}
