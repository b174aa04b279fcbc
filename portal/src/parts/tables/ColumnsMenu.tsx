import { Button, Menu } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** Chooses the columns of a table. One always stays. */
export function ColumnsMenu({
  columns,
  shown,
  onChange,
}: {
  readonly columns: readonly { readonly name: string; readonly label: string }[];
  readonly shown: readonly string[];
  readonly onChange: (shown: readonly string[]) => void;
}) {
  const { t } = useTranslation();
  return (
    <Menu closeOnItemClick={false} position="bottom-end">
      <Menu.Target>
        <Button size="xs" variant="default" leftSection={<IconColumns3 aria-hidden size={14} />}>
          {t('table.columns')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={420} style={{ overflowY: 'auto' }}>
        {columns.map(({ name, label }) => {
          const isShown = shown.includes(name);
          return (
            <Menu.CheckboxItem
              key={name}
              checked={isShown}
              disabled={isShown && shown.length === 1}
              onChange={() =>
                onChange(
                  columns
                    .map((column) => column.name)
                    .filter((it) => (it === name ? !isShown : shown.includes(it))),
                )
              }
            >
              {label}
            </Menu.CheckboxItem>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
