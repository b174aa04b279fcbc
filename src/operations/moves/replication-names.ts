/** The names of publication, slot and subscription of a move, by the direction in which rows go. */
export function replicationNames(moveId: string): { readonly there: string; readonly back: string } {
  const id = moveId.replaceAll('-', '').slice(0, 12);
  return { there: `move_${id}`, back: `move_back_${id}` };
}
