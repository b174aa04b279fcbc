import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { checkSupportText } from '../../api/generated';
import { useClientId } from '../../address/view';
import { useWrite } from '../../data/write';
import { useLocale } from '../../texts/locale';

/** Checks a text for personal data before it is sent. */
export interface TextCheck {
  /** Sends the text, or first warns about it; sends it after the warning. */
  readonly send: () => void;
  readonly sendAnyway: () => void;
  readonly isPending: boolean;
  /** The kinds found in the current text; empty: no warning. */
  readonly kinds: readonly string[];
}

/**
 * Warns the writer once before a text with personal data is sent, and refuses nothing
 * (support 4.8).
 */
export function useTextCheck(text: string, onSend: () => void): TextCheck {
  const client_id = useClientId();
  const [warned, setWarned] = useState<{ readonly text: string; readonly kinds: readonly string[] } | null>(
    null,
  );
  const check = useWrite(
    // If the check does not answer, the text is sent: the check only warns.
    async (body: { readonly text: string }): Promise<readonly string[]> =>
      checkSupportText({ query: { client_id }, body }).then(
        ({ data }) => data.personal_data_found,
        () => [],
      ),
    {
      onDone: (kinds, checked) => {
        if (kinds.length === 0) onSend();
        else setWarned({ text: checked.text, kinds });
      },
    },
  );
  const isWarned = warned?.text === text;
  const sendAnyway = (): void => {
    setWarned(null);
    onSend();
  };
  return {
    send: isWarned ? sendAnyway : () => check.send({ text }),
    sendAnyway,
    isPending: check.isPending,
    kinds: isWarned ? warned.kinds : [],
  };
}

/** Names the kinds that were found, and leaves the decision to the writer. */
export function PersonalDataWarning({ check }: { readonly check: TextCheck }) {
  const { t } = useTranslation();
  const locale = useLocale();
  if (check.kinds.length === 0) return null;
  const words = check.kinds.map((kind) => t(`ticket.kinds.${kind}`, { defaultValue: kind }));
  return (
    <Alert
      variant="outline"
      color="yellow"
      role="alert"
      icon={<IconAlertTriangle aria-hidden />}
      title={t('ticket.warn')}
    >
      <Stack gap="xs">
        <Text size="sm">{t('ticket.warnText', { kinds: new Intl.ListFormat(locale).format(words) })}</Text>
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={check.sendAnyway}>
            {t('ticket.sendAnyway')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
