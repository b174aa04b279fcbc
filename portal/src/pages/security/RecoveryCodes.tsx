import { Button, Group, Stack, Text } from '@mantine/core';
import { IconPrinter, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { replaceRecoveryCodes } from '../../api/generated';
import { getMfaQueryKey } from '../../api/generated/@tanstack/react-query.gen';
import { useView } from '../../address/view';
import { useWrite } from '../../data/write';
import { FormDialog } from '../../parts/forms/FormDialog';
import { Panel } from '../../parts/Panel';
import { SecretOnce } from '../../parts/SecretOnce';

/** How many recovery codes are left, and a button to replace them (second-factors 1.7). */
export function RecoveryCodes({ left }: { readonly left: number }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <Panel
      title={t('security.codes')}
      aside={
        <Button
          size="xs"
          variant="default"
          leftSection={<IconRefresh aria-hidden size={14} />}
          onClick={() => setOpen(true)}
        >
          {t('security.newCodes')}
        </Button>
      }
    >
      <Text size="sm" c="dimmed">
        {t('security.codesText')}
      </Text>
      <Text size="sm">{left === 0 ? t('security.noCodes') : t('security.codesLeft', { count: left })}</Text>
      {isOpen && <NewCodes hasOld={left > 0} onDone={() => setOpen(false)} />}
    </Panel>
  );
}

/** Creates recovery codes, and shows them once, to copy or print. */
export function NewCodes({
  hasOld = false,
  onDone,
}: {
  /** Whether earlier codes become invalid. */
  readonly hasOld?: boolean;
  readonly onDone: () => void;
}) {
  const { t } = useTranslation();
  const { client_id } = useView();
  const query = { client_id };
  const make = useWrite(async () => (await replaceRecoveryCodes({ query })).data, {
    changes: [getMfaQueryKey({ query })],
  });
  const codes = make.answer && (
    <Stack className="printed">
      <SecretOnce title={t('security.codes')} secret={make.answer.codes.join('\n')} onStored={onDone} />
      <Group>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPrinter aria-hidden size={14} />}
          onClick={() => window.print()}
        >
          {t('security.print')}
        </Button>
      </Group>
    </Stack>
  );
  return (
    <FormDialog
      title={t(hasOld ? 'security.newCodes' : 'security.codes')}
      action={t('security.makeCodes')}
      cancel={hasOld ? undefined : t('security.later')}
      write={make}
      outcome={codes}
      onSubmit={() => make.send(undefined)}
      onClose={onDone}
    >
      <Text size="sm">{t(hasOld ? 'security.replaceText' : 'security.firstCodesText')}</Text>
    </FormDialog>
  );
}
