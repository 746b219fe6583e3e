/**
 * The sender of every mail as mail programs read it: `"Company" <portal@company.example>`.
 * @param from  MAIL_FROM; one that has a name already is left as it is
 */
export function senderOf(from: string, company_name: string): string {
  if (from.includes('<')) return from;
  const name = company_name.replace(/[\p{Cc}"\\]+/gu, ' ').trim();
  return `"${name}" <${from}>`;
}
