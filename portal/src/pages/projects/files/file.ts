import type { ImportConfigurationData } from '../../../api/generated';

/** A configuration in the format of a file (workspace 12.1). */
export type ConfigurationFile = ImportConfigurationData['body'];

/**
 * Reads a file that a person chose; undefined if it is not a configuration. The API checks its
 * content.
 */
export function readFile(text: string): ConfigurationFile | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isFile =
      typeof value === 'object' && value !== null && 'schema_version' in value && 'sections' in value;
    return isFile ? (value as ConfigurationFile) : undefined;
  } catch {
    return undefined;
  }
}

export function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
