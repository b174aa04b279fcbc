import { Checkbox, Select, Stack, Text, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { requestPiiUnlock, type RequestPiiUnlockData } from '../../../api/generated';
import { useView } from '../../../address/view';
import { useWrite } from '../../../data/write';
import { bind } from '../../../forms/bind';
import { FormDialog } from '../../../parts/forms/FormDialog';

type Asked = NonNullable<RequestPiiUnlockData['body']>;
type Kind = Asked['kinds'][number];

const REASONS = [
  'caller_question',
  'complaint',
  'quality_review',
  'legal_request',
  'security_incident',
  'other',
] as const;
const MAX_NOTE = 500;

/** The request for an unlock: the kinds of data, and the reason. */
export function AskToUnlock({
  callId,
  kinds,
  changes,
  onClose,
}: {
  readonly callId: string;
  readonly kinds: readonly Kind[];
  readonly changes: readonly QueryKey[];
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const { client_id } = useView();
  const [values, setValues] = useState<{
    kinds: readonly Kind[];
    reason_code: Asked['reason_code'];
    note: string;
  }>({ kinds, reason_code: 'caller_question', note: '' });
  const set = (change: Partial<typeof values>): void => setValues({ ...values, ...change });
  const write = useWrite(
    async (body: Asked, key) => {
      await requestPiiUnlock({
        path: { call_id: callId },
        query: { client_id },
        headers: { 'Idempotency-Key': key },
        body,
      });
    },
    {
      changes,
      onDone: () => {
        notifications.show({ message: t('unlock.asked') });
        onClose();
      },
    },
  );
  const note = values.note.trim();
  const needsNote = values.reason_code === 'other' && note === '';
  return (
    <FormDialog
      title={t('unlock.ask')}
      action={t('unlock.send')}
      isReady={values.kinds.length > 0 && !needsNote}
      write={write}
      shown={['kinds', 'reason_code', 'note']}
      onSubmit={() =>
        write.send({ kinds: [...values.kinds], reason_code: values.reason_code, note: note || null })
      }
      onClose={onClose}
    >
      <Text size="sm">{t('unlock.askText')}</Text>
      <Checkbox.Group
        label={t('unlock.kinds')}
        error={write.problem?.fields['kinds']}
        value={[...values.kinds]}
        onChange={(chosen) => set({ kinds: kinds.filter((kind) => chosen.includes(kind)) })}
      >
        <Stack gap="xs" mt={4}>
          {kinds.map((kind) => (
            <Checkbox key={kind} value={kind} label={t(`words.piiKind.${kind}`)} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Select
        label={t('unlock.reason')}
        allowDeselect={false}
        data={REASONS.map((value) => ({ value, label: t(`words.unlockReason.${value}`) }))}
        {...bind({ values, set }, write.problem?.fields).choice('reason_code', REASONS)}
      />
      <Textarea
        label={t('unlock.note')}
        description={t(values.reason_code === 'other' ? 'unlock.noteNeeded' : 'unlock.noteHelp')}
        rows={3}
        maxLength={MAX_NOTE}
        {...bind({ values, set }, write.problem?.fields).text('note')}
      />
    </FormDialog>
  );
}
