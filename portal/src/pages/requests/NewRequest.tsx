import { Select, TextInput } from '@mantine/core';
import { DateTimePicker } from '@mantine/dates';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createCallerRequest, type CreateCallerRequest } from '../../api/generated';
import { useDraft } from '../../forms/draft';
import { useChangeView } from '../../address/view';
import { useWrite } from '../../data/write';
import { FormDialog } from '../../parts/forms/FormDialog';
import { ProjectSelect } from '../../parts/ProjectSelect';
import { CHANGED } from './MoveRequest';
import { bind } from '../../forms/bind';
import { CONTACTS, IDENTIFIERS, one, SOURCES, TYPES } from './words';

const SHOWN = ['caller_identifier', 'received_at_utc', 'support_ticket_reference'];

interface Values {
  readonly request_type: string;
  readonly identifier_kind: string;
  readonly contact_kind: string;
  readonly source: string;
  readonly source_project_id: string | null;
  readonly support_ticket_reference: string;
}

const INITIAL: Values = {
  request_type: 'access',
  identifier_kind: 'phone',
  contact_kind: 'phone',
  source: 'internal',
  source_project_id: null,
  support_ticket_reference: '',
};

/** A moment as the picker writes it: by the clock of this browser. */
const pickerText = (at: Date): string => {
  const two = (part: number): string => String(part).padStart(2, '0');
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}:00`;
};

/** Records a request. The caller's identity stays on this page and is never part of the draft. */
export function NewRequest({
  clientId,
  ticket = '',
  onClose,
}: {
  readonly clientId: string;
  /** The reference of the ticket from which the request comes. */
  readonly ticket?: string | undefined;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const change = useChangeView();
  const draft = useDraft(`request ${ticket}`, { ...INITIAL, support_ticket_reference: ticket });
  const { values } = draft;
  const [identifier, setIdentifier] = useState('');
  const [received, setReceived] = useState<string | null>(() => pickerText(new Date()));
  const create = useWrite(
    async (body: CreateCallerRequest, key) =>
      (
        await createCallerRequest({
          body,
          query: { client_id: clientId },
          headers: { 'Idempotency-Key': key },
        })
      ).data,
    {
      changes: CHANGED,
      onDone: ({ id, tracking_id }) => {
        draft.clear();
        notifications.show({ message: t('requests.created', { id: tracking_id }) });
        change({ request: id });
        onClose();
      },
    },
  );
  const field = bind(draft, create.problem?.fields);
  const isPhone = values.identifier_kind === 'phone';
  const isReady = received !== null && (!isPhone || identifier.trim() !== '');
  const choice = (name: 'request_type' | 'contact_kind' | 'source', kind: string, of: readonly string[]) => (
    <Select
      label={t(`requests.field.${name}`)}
      allowDeselect={false}
      data={of.map((value) => ({ value, label: t(`words.${kind}.${value}`) }))}
      {...field.choice(name, of)}
    />
  );
  return (
    <FormDialog
      title={t('requests.createTitle')}
      action={t('requests.create')}
      isReady={isReady}
      write={create}
      shown={SHOWN}
      onSubmit={() =>
        received &&
        create.send({
          request_type: one(TYPES, values.request_type) ?? 'access',
          identifier_kind: one(IDENTIFIERS, values.identifier_kind) ?? 'phone',
          contact_kind: one(CONTACTS, values.contact_kind) ?? 'other',
          source: one(SOURCES, values.source) ?? 'internal',
          received_at_utc: new Date(received.replace(' ', 'T')).toISOString(),
          ...(identifier.trim() !== '' && { caller_identifier: identifier.trim() }),
          ...(values.source_project_id && { source_project_id: values.source_project_id }),
          ...(values.support_ticket_reference.trim() !== '' && {
            support_ticket_reference: values.support_ticket_reference.trim(),
          }),
        })
      }
      onClose={onClose}
    >
      {choice('request_type', 'requestType', TYPES)}
      <Select
        label={t('requests.field.identifier_kind')}
        allowDeselect={false}
        data={IDENTIFIERS.map((value) => ({ value, label: t(`requests.identifier.${value}`) }))}
        {...field.choice('identifier_kind', IDENTIFIERS)}
      />
      <TextInput
        label={t(isPhone ? 'requests.number' : 'requests.name')}
        description={t(isPhone ? 'requests.numberHelp' : 'requests.nameHelp')}
        required={isPhone}
        type={isPhone ? 'tel' : 'text'}
        autoComplete="off"
        maxLength={128}
        value={identifier}
        error={create.problem?.fields['caller_identifier']}
        onChange={({ currentTarget }) => setIdentifier(currentTarget.value)}
      />
      {choice('contact_kind', 'contact', CONTACTS)}
      <DateTimePicker
        label={t('requests.received')}
        description={t('requests.receivedHelp')}
        maxDate={pickerText(new Date())}
        value={received}
        error={create.problem?.fields['received_at_utc']}
        onChange={setReceived}
      />
      {choice('source', 'requestSource', SOURCES)}
      <ProjectSelect label={t('shell.project')} clearable {...field.whole('source_project_id')} />
      <TextInput label={t('requests.ticket')} maxLength={128} {...field.text('support_ticket_reference')} />
    </FormDialog>
  );
}
