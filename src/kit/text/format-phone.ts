/** Formats ten digits with dashes; leaves other texts unchanged. */
export function formatPhone(text: string): string {
  const digits = text.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
  return digits.length === 10 ? `${digits.slice(0, 3)}-${digits.slice(3, 6)}-${digits.slice(6)}` : text;
}
