const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg\/(\d+)/, 'Edge'],
  [/Firefox\/(\d+)/, 'Firefox'],
  [/Chrome\/(\d+)/, 'Chrome'],
  [/Version\/(\d+).*Safari/, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

/**
 * The browser and the system that a user agent names; the beginning of the text if it names
 * neither.
 */
export function browserName(agent: string): string {
  const browser = BROWSERS.map(([sign, name]) => [sign.exec(agent)?.[1], name]).find(([version]) => version);
  const system = SYSTEMS.find(([sign]) => sign.test(agent))?.[1];
  const names = [browser && `${browser[1]} ${browser[0]}`, system].filter(Boolean);
  return names.length > 0 ? names.join(' · ') : agent.slice(0, 60);
}
