import { Button, Group, Radio, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { browserSupportsWebAuthn } from '@simplewebauthn/browser';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  addMfaFactor,
  confirmMfaFactor,
  type AddFactorRequest,
  type ConfirmFactorRequest,
  type MfaResponse,
} from '../../api/generated';
import { getMfaQueryKey } from '../../api/generated/@tanstack/react-query.gen';
import { setFactorDue, untilProofCounts, useFactorDue } from '../../api/step-up';
import { useView } from '../../address/view';
import { useWrite, type Write } from '../../data/write';
import { bind } from '../../forms/bind';
import { WriteDialog } from '../../parts/forms/WriteDialog';
import { Refusal } from '../../parts/Refusal';
import { ConfirmApp } from './ConfirmApp';
import { ConfirmPasskey } from './ConfirmPasskey';
import { NewCodes } from './RecoveryCodes';

/**
 * Adds a factor and confirms it by its first proof; the first one leads on to recovery codes
 * (second-factors 1.2, 1.3).
 */
export function AddFactor({ mfa, onClose }: { readonly mfa: MfaResponse; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { client_id } = useView();
  const queries = useQueryClient();
  const isDue = useFactorDue();
  const query = { client_id };
  const changes = [getMfaQueryKey({ query })];
  // Announced by the list before the new factor: afterwards the list contains it.
  const [needsCodes] = useState(mfa.recovery_codes_left === 0);
  const add = useWrite(async (body: AddFactorRequest) => (await addMfaFactor({ body, query })).data, {
    changes,
  });
  const added = add.answer;
  const confirm = useWrite(
    async (body: ConfirmFactorRequest) => {
      const { data } = await confirmMfaFactor({ path: { factor_id: added!.factor_id }, query, body });
      await untilProofCounts();
      return data;
    },
    {
      changes,
      onDone: ({ name }) => {
        notifications.show({ message: t('security.addedDone', { name }) });
        if (isDue) {
          setFactorDue(false);
          void queries.invalidateQueries();
        }
        if (!needsCodes) onClose();
      },
    },
  );
  const isWrong = confirm.problem?.status === 400;
  if (confirm.answer !== undefined) return <NewCodes onDone={onClose} />;
  return (
    <WriteDialog
      isPending={add.isPending || confirm.isPending}
      onClose={onClose}
      title={t('security.add')}
      closeOnClickOutside={false}
    >
      {added ? (
        <Stack>
          {added.kind === 'totp' ? (
            <ConfirmApp
              added={added}
              isWrong={isWrong}
              isPending={confirm.isPending}
              onCode={(code) => confirm.send({ code })}
            />
          ) : (
            <ConfirmPasskey
              added={added}
              isWrong={isWrong}
              isPending={confirm.isPending}
              onMade={(response) => confirm.send({ response })}
            />
          )}
          {!isWrong && <Refusal problem={confirm.problem} />}
        </Stack>
      ) : (
        <Choice mfa={mfa} add={add} onClose={onClose} />
      )}
    </WriteDialog>
  );
}

function Choice({
  mfa: { kinds },
  add,
  onClose,
}: {
  readonly mfa: MfaResponse;
  readonly add: Write<AddFactorRequest, unknown>;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const mayUsePasskeys = browserSupportsWebAuthn();
  const [values, setValues] = useState({
    kind: kinds.find((it) => it !== 'webauthn' || mayUsePasskeys) ?? null,
    name: '',
  });
  const set = (change: Partial<typeof values>): void => setValues({ ...values, ...change });
  const field = bind({ values, set }, add.problem?.fields);
  const { kind } = values;
  const name = values.name.trim();
  const isReady = kind !== null && name !== '';
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) add.send({ kind, name });
      }}
    >
      <Stack>
        <Radio.Group label={t('security.kind')} {...field.choice('kind', kinds)}>
          <Stack gap="xs" mt={4}>
            {kinds.map((it) => {
              const isOff = it === 'webauthn' && !mayUsePasskeys;
              return (
                <Radio
                  key={it}
                  value={it}
                  disabled={isOff}
                  label={t(`security.kinds.${it}`)}
                  description={t(isOff ? 'security.noPasskeys' : `security.kindHelp.${it}`)}
                />
              );
            })}
          </Stack>
        </Radio.Group>
        <TextInput
          label={t('security.name')}
          description={t('security.nameHelp')}
          maxLength={40}
          required
          data-autofocus
          {...field.text('name')}
        />
        <Refusal problem={add.problem} shown={['kind', 'name']} />
        <Group justify="flex-end">
          <Button variant="default" disabled={add.isPending} onClick={onClose}>
            {t('actions.cancel')}
          </Button>
          <Button type="submit" disabled={!isReady} loading={add.isPending}>
            {t('security.next')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
