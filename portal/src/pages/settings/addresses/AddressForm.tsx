import { Checkbox, Select, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createEmailAddress, changeEmailAddress, type AddressResponse } from '../../../api/generated';
import { listEmailAddressesQueryKey } from '../../../api/generated/@tanstack/react-query.gen';
import { useView } from '../../../address/view';
import { useWrite } from '../../../data/write';
import { bind } from '../../../forms/bind';
import { LANGUAGES, type Language } from '../../../texts/texts';
import { SendingTimes, sentTimes, TIME_FIELDS, timesOf, type Times } from './SendingTimes';
import { FormDialog } from '../../../parts/forms/FormDialog';

type Topic = AddressResponse['topics'][number];
type Values = {
  readonly email: string;
  readonly label: string;
  readonly topics: readonly Topic[];
  readonly language: Language;
  readonly times: Times;
};

const WORDS = Object.keys(LANGUAGES) as Language[];
const FIELDS = ['email', 'label', 'topics', 'language', ...TIME_FIELDS];

/** Adds an address, or changes one: the address itself cannot be changed. */
export function AddressForm({
  address,
  topics,
  onClose,
}: {
  /** Null: a new address. */
  readonly address: AddressResponse | null;
  /** Topics that the reader's addresses may have. */
  readonly topics: readonly Topic[];
  readonly onClose: () => void;
}) {
  const { t, i18n } = useTranslation();
  const { client_id, zone } = useView();
  const [values, setValues] = useState<Values>({
    email: '',
    label: address?.label ?? '',
    topics: address?.topics ?? [],
    language: address?.language ?? (i18n.language as Language),
    times: timesOf(address, zone),
  });
  const [isChecked, setChecked] = useState(false);
  const write = useWrite<Values, unknown>(
    async ({ email, label, topics: chosen, language, times }, key) => {
      const shared = { query: { client_id }, headers: { 'Idempotency-Key': key } };
      const body = { label, topics: [...chosen], language, ...sentTimes(times) };
      const { data } = address
        ? await changeEmailAddress({ ...shared, path: { address_id: address.address_id }, body })
        : await createEmailAddress({ ...shared, body: { ...body, email } });
      return data;
    },
    {
      changes: [listEmailAddressesQueryKey()],
      onDone: (_, { label }) => {
        notifications.show({ message: t(address ? 'addresses.changed' : 'addresses.added', { label }) });
        onClose();
      },
    },
  );
  const form = bind({ values, set: (change) => setValues({ ...values, ...change }) }, write.problem?.fields);
  const isAddress = address !== null || /^\s*[^\s@]+@[^\s@]+\.[^\s@]+\s*$/.test(values.email);
  const isNamed = values.label.trim() !== '';
  return (
    <FormDialog
      title={t(address ? 'addresses.changeTitle' : 'addresses.add')}
      action={t(address ? 'actions.save' : 'addresses.send')}
      write={write}
      shown={FIELDS}
      onSubmit={() => {
        setChecked(true);
        if (isAddress && isNamed) write.send({ ...values, label: values.label.trim() });
      }}
      onClose={onClose}
    >
      {address ? (
        <Text size="sm">{address.email_masked}</Text>
      ) : (
        <>
          <Text size="sm">{t('addresses.addText')}</Text>
          <TextInput
            type="email"
            label={t('addresses.email')}
            autoComplete="off"
            data-autofocus
            {...form.text('email')}
            error={write.problem?.fields['email'] ?? (isChecked && !isAddress && t('addresses.emailWrong'))}
          />
        </>
      )}
      <TextInput
        label={t('addresses.label')}
        description={t('addresses.labelHelp')}
        maxLength={80}
        {...form.text('label')}
        error={write.problem?.fields['label'] ?? (isChecked && !isNamed && t('addresses.labelWrong'))}
      />
      <Checkbox.Group label={t('addresses.topics')} {...form.list('topics')}>
        <Stack gap="xs" mt="xs">
          {topics.map((topic) => (
            <Checkbox key={topic} value={topic} label={t(`addresses.topic.${topic}`)} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Select
        label={t('addresses.language')}
        allowDeselect={false}
        data={WORDS.map((value) => ({ value, label: LANGUAGES[value] }))}
        {...form.choice('language', WORDS)}
      />
      <SendingTimes
        values={values.times}
        onChange={(change) => setValues({ ...values, times: { ...values.times, ...change } })}
        errors={write.problem?.fields}
      />
    </FormDialog>
  );
}
