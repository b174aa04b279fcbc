declare module 'virtual:texts' {
  /** The texts of a folder, by its path below this one. */
  const folders: Readonly<Record<string, () => Promise<{ default: Record<string, unknown> }>>>;
  export default folders;
}
