import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

/** A code that a person types. */
export function CodeProof({
  label,
  isNumber,
  isWrong,
  isPending,
  onCode,
}: {
  readonly label: string;
  /** Whether it is a code of six digits from an app. */
  readonly isNumber: boolean;
  readonly isWrong: boolean;
  readonly isPending: boolean;
  readonly onCode: (code: string) => void;
}) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  // Apps show codes in two groups.
  const code = isNumber ? text.replace(/\s/g, '') : text.trim();
  const isReady = isNumber ? /^\d{6}$/.test(code) : code.length >= 6;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) onCode(code);
      }}
    >
      <Group align="flex-start" gap="xs">
        <TextInput
          flex="1 1 180px"
          label={label}
          inputMode={isNumber ? 'numeric' : 'text'}
          autoComplete={isNumber ? 'one-time-code' : 'off'}
          maxLength={20}
          data-autofocus
          value={text}
          error={isWrong && t('stepUp.wrong')}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Button type="submit" mt={24} disabled={!isReady} loading={isPending}>
          {t('stepUp.confirm')}
        </Button>
      </Group>
    </form>
  );
}
