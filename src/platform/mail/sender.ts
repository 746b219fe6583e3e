/**
 * `"Company" <portal@company.example>`.
 * @param from  MAIL_FROM; an address with a name is left as is
 */
export function senderOf(from: string, company_name: string): string {
  if (from.includes('<')) return from;
  const name = company_name.replace(/[\p{Cc}"\\]+/gu, ' ').trim();
  return `"${name}" <${from}>`;
}
