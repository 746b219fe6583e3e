/** Eight digits, or month, day and year with any marks between them, read MM/dd/yyyy; other texts stay. */
export function formatDay(text: string): string {
  const [, month, day, year] =
    /^\s*(\d{2})(\d{2})(\d{4})\s*$/.exec(text) ??
    /^\s*(\d{1,2})[/.\-\s]+(\d{1,2})[/.\-\s]+(\d{4})\s*$/.exec(text) ??
    [];
  return month && day && year ? `${month.padStart(2, '0')}/${day.padStart(2, '0')}/${year}` : text;
}
