import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TicketDetailResponse } from '../../../api/generated';
import { FormDialog } from '../../../parts/forms/FormDialog';
import { PersonalDataWarning, useTextCheck } from '../../../parts/support/PersonalData';
import { useChangeTicket } from './change';

/** Opens when it is mounted. */
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
    <FormDialog
      title={t('ticket.editSubject')}
      action={t('ticket.saveSubject')}
      isReady={isReady}
      write={{ isPending: check.isPending || change.isPending, problem: change.problem }}
      shown={['subject']}
      onSubmit={check.send}
      onClose={onClose}
    >
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
      <PersonalDataWarning check={check} />
    </FormDialog>
  );
}

/** Replaces the subject, for example to remove personal data. An erased subject stays erased. */
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
