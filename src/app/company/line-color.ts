const schoolLines = ['ecfs', 'hm', 'rcs', 'nga'];

/**
 * The line colour of a school, for a `data-line` attribute on any ancestor of a line.
 * @param path  the program group path, case ignored; a school without its own colour rides the grey line
 */
export function lineColorOf(path: string | undefined): string {
  const known = path?.toLowerCase() ?? '';
  return schoolLines.includes(known) ? known : 'other';
}
