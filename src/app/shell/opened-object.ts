/** The parameter of the address that opens a form of the office over a page. */
export const OPENED_OBJECT = 'object';

/** True if a step leaves an opened form, to the page below or to another form. */
export function leavesOpenedObject(from: { search: string }, to: { search: string }): boolean {
  const [opened, next] = [from, to].map(({ search }) => new URLSearchParams(search).get(OPENED_OBJECT));
  return opened !== null && opened !== next;
}
