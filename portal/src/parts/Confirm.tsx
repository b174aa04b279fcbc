import { Text, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShownWrite } from '../data/write';
import { FormDialog } from './forms/FormDialog';

/**
 * Asks for confirmation before something ends. Says what ends, and requires its name to be typed if
 * that cannot be undone. Mount it to open it.
 */
export function Confirm({
  title,
  action,
  typed,
  write,
  shown,
  isDangerous = true,
  onConfirm,
  onClose,
  children,
}: {
  readonly title: string;
  /** The label of the button. */
  readonly action: string;
  /** The text that the person must type; undefined: none. */
  readonly typed?: string;
  readonly write: ShownWrite;
  /** Paths of faults that the dialog shows itself. */
  readonly shown?: readonly string[];
  readonly isDangerous?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const isReady = typed === undefined || text.trim() === typed.trim();
  return (
    <FormDialog
      title={title}
      action={action}
      color={isDangerous ? 'red' : undefined}
      isReady={isReady}
      write={write}
      shown={shown}
      onSubmit={onConfirm}
      onClose={onClose}
    >
      {children}
      {typed !== undefined && (
        <TextInput
          label={
            <Text span size="sm">
              {t('actions.typeName', { name: typed })}
            </Text>
          }
          value={text}
          autoComplete="off"
          data-autofocus
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      )}
    </FormDialog>
  );
}
