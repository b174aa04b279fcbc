import { Button, Group, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShownWrite } from '../../data/write';
import type { Edited } from '../../forms/edited';
import { Refusal } from '../Refusal';
import { DataTable } from '../tables/DataTable';

/** A value in words, with its label. */
export type Described = readonly (readonly [label: string, text: string])[];

/**
 * A form for an object that is saved as a whole. If another person has saved in the meantime, it
 * shows both sides (errors 4.3).
 */
export function EditedForm<Values extends object>({
  edited,
  describe,
  write: { isPending, problem },
  shown,
  onSave,
  children,
}: {
  readonly edited: Edited<Values>;
  readonly describe: (values: Values) => Described;
  readonly write: ShownWrite;
  /** Paths of the fields that show their own message. */
  readonly shown?: readonly string[];
  readonly onSave: () => void;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation();
  const { isChanged, isStale, discard } = edited;
  // Changes with which a form opens are from an earlier visit, so the person must be informed.
  const [isKept, setKept] = useState(isChanged);
  if (isKept && !isChanged) setKept(false);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged) onSave();
      }}
    >
      <Stack>
        {isKept && !isStale && <Text size="sm">{t('sides.kept')}</Text>}
        {children}
        <Refusal problem={problem} shown={shown} />
        {isStale && <BothSides now={describe(edited.saved.values)} mine={describe(edited.values)} />}
        <Group>
          <Button type="submit" size="sm" disabled={!isChanged} loading={isPending}>
            {t(isStale ? 'sides.saveMine' : 'actions.save')}
          </Button>
          {isChanged && (
            <Button size="sm" variant="default" disabled={isPending} onClick={discard}>
              {t(isStale ? 'sides.takeNow' : 'sides.discard')}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

function BothSides({ now, mine }: { readonly now: Described; readonly mine: Described }) {
  const { t } = useTranslation();
  const theirs = new Map(now);
  const own = new Map(mine);
  const labels = [...new Set([...theirs.keys(), ...own.keys()])].filter(
    (it) => theirs.get(it) !== own.get(it),
  );
  return (
    <Stack gap="xs" role="group" aria-label={t('sides.title')}>
      <Text size="sm" fw={600}>
        {t('sides.title')}
      </Text>
      <DataTable
        caption={t('sides.title')}
        columns={[
          { name: 'what', label: t('sides.what'), cell: (label) => label },
          { name: 'now', label: t('sides.now'), cell: (label) => theirs.get(label) ?? '–' },
          { name: 'mine', label: t('sides.mine'), cell: (label) => own.get(label) ?? '–' },
        ]}
        rows={labels}
        keyOf={(label) => label}
      />
    </Stack>
  );
}
