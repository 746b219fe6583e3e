/**
 * The number under which a family stands in the books: its account's id, six digits at least. It stays the
 * same whatever processor or card is used, and a person can read it out on the phone.
 * Source: contracts.md §3, decision 25
 */
export function customerNumber(user_id: number): string {
  return String(user_id).padStart(6, '0');
}
