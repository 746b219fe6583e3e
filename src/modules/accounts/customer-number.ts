/**
 * Formats a family's number in the books: the account's id, with at least six digits. The number is
 * independent of processor and card, and easy to read out on the phone.
 * Source: contracts.md §3, decision 25
 */
export function customerNumber(user_id: number): string {
  return String(user_id).padStart(6, '0');
}
