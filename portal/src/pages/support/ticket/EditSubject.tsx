import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TicketDetailResponse } from '../../../api/generated';
import { Refusal } from '../../../parts/Refusal';
import { PersonalDataWarning, useTextCheck } from '../../../parts/support/PersonalData';
import { useChangeTicket } from './change';

/** Mount it to open it. */
function SubjectDialog({
  ticket,
  onClose,
}: {
  readonly ticket: TicketDetailResponse;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const [subject, setSubject] = useState(ticket.subject ?? '');
  const change = useChangeTicket(ticket, onClose);
  const next = subject.trim();
  const isReady = next !== '' && next !== ticket.subject;
  const check = useTextCheck(subject, () => change.send({ subject: next }));
  return (
    <Modal opened onClose={onClose} title={t('ticket.editSubject')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) check.send();
        }}
      >
        <Stack>
          <TextInput
            label={t('support.subject')}
            required
            maxLength={200}
            data-autofocus
            dir="auto"
            value={subject}
            error={change.problem?.fields['subject']}
            onChange={({ currentTarget }) => setSubject(currentTarget.value)}
          />
          <Refusal problem={change.problem} shown={['subject']} />
          <PersonalDataWarning check={check} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('actions.cancel')}
            </Button>
            <Button type="submit" disabled={!isReady} loading={check.isPending || change.isPending}>
              {t('ticket.saveSubject')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** Replaces the subject, also to take personal data out of it. An erased one stays erased. */
export function EditSubject({ ticket }: { readonly ticket: TicketDetailResponse }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  if (ticket.subject === null) return null;
  return (
    <>
      <Button size="xs" variant="subtle" onClick={() => setOpen(true)}>
        {t('ticket.editSubject')}
      </Button>
      {isOpen && <SubjectDialog ticket={ticket} onClose={() => setOpen(false)} />}
    </>
  );
}
