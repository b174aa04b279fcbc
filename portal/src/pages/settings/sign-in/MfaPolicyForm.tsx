import { Alert, Checkbox, NumberInput, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { saveMfaPolicy, type MfaPolicyRequest, type MfaPolicyResponse } from '../../../api/generated';
import { getMfaOptions, getMfaPolicyQueryKey } from '../../../api/generated/@tanstack/react-query.gen';
import { MfaPolicyRequestSchema } from '../../../api/generated/schemas.gen';
import { useAssignment } from '../../../address/assignment';
import { useView } from '../../../address/view';
import { bind } from '../../../forms/bind';
import { EditedForm, type Described } from '../../../parts/forms/EditedForm';
import { useSavedWhole } from '../../../parts/forms/saved-whole';
import { ChangedBy } from '../../../parts/values/Person';

const { required_roles, kinds, step_up_for, step_up_minutes } = MfaPolicyRequestSchema.properties;

type Listed = 'required_roles' | 'kinds' | 'step_up_for';
const CHOICES = {
  required_roles: required_roles.items.enum,
  kinds: kinds.items.enum,
  step_up_for: step_up_for.items.enum,
};

/** The whole policy. A policy that would lock its author out is saved only after a warning. */
export function MfaPolicyForm({ saved }: { readonly saved: MfaPolicyResponse }) {
  const { t } = useTranslation();
  const { client_id } = useView();
  const role = useAssignment()?.role;
  const mfa = useQuery(getMfaOptions({ query: { client_id } }));
  const { etag, updated_at_utc: at, updated_by: by, ...values } = saved;
  const query = { client_id };
  const { edited, write } = useSavedWhole<MfaPolicyRequest>(
    'mfa-policy',
    { values, etag },
    {
      send: (body, guard, key) =>
        saveMfaPolicy({ query, headers: { ...guard, 'Idempotency-Key': key }, body }),
      replaces: getMfaPolicyQueryKey({ query }),
      done: t('mfa.saved'),
    },
  );
  const policy = edited.values;
  const errors = write.problem?.fields ?? {};
  const label = (name: Listed, value: string): string =>
    name === 'required_roles'
      ? t(`roles.${value}`)
      : t(name === 'kinds' ? `mfa.kinds.${value}` : `mfa.actions.${value}`);
  const describe = (it: MfaPolicyRequest): Described => [
    ...(Object.keys(CHOICES) as Listed[]).map(
      (name) =>
        [
          t(`mfa.labels.${name}`),
          it[name].map((value) => label(name, value)).join(', ') || t('mfa.nothing'),
        ] as const,
    ),
    [t('mfa.labels.step_up_minutes'), String(it.step_up_minutes)],
  ];
  const isOwnDue =
    mfa.data !== undefined &&
    policy.required_roles.some((it) => it === role) &&
    !mfa.data.factors.some(({ status, kind }) => status === 'active' && policy.kinds.includes(kind));
  const group = (name: Listed) => (
    <Checkbox.Group
      label={t(`mfa.labels.${name}`)}
      description={t(`mfa.help.${name}`)}
      error={policy.kinds.length === 0 && name === 'kinds' ? t('mfa.oneKind') : errors[name]}
      value={policy[name]}
      onChange={(next) => edited.set({ [name]: CHOICES[name].filter((it) => next.includes(it)) })}
    >
      <Stack gap="xs" mt="xs">
        {CHOICES[name].map((it) => (
          <Checkbox key={it} value={it} label={label(name, it)} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
  return (
    <EditedForm
      edited={edited}
      describe={describe}
      write={write}
      shown={[...Object.keys(CHOICES), 'step_up_minutes']}
      onSave={() => {
        if (policy.kinds.length > 0) write.send(policy);
      }}
    >
      {at === null ? (
        <Text size="sm" c="dimmed">
          {t('mfa.unsaved')}
        </Text>
      ) : (
        <ChangedBy at={at} by={by} />
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
        {group('required_roles')}
        {group('kinds')}
        {group('step_up_for')}
        <NumberInput
          label={t('mfa.labels.step_up_minutes')}
          description={t('mfa.help.step_up_minutes')}
          min={step_up_minutes.minimum}
          max={step_up_minutes.maximum}
          allowDecimal={false}
          w={{ sm: 260 }}
          {...bind(edited, errors).amount('step_up_minutes')}
        />
      </SimpleGrid>
      {isOwnDue && (
        <Alert color="yellow" variant="outline" role="status">
          {t('mfa.ownDue')}
        </Alert>
      )}
    </EditedForm>
  );
}
