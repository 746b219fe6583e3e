import { API_VERSION } from './description.ts';

/** A request as it came over the line. */
export type Request = {
  verb: string;
  path: string;
  /** of a GET */
  query: string;
  headers: Record<string, string>;
  body: string;
};

/**
 * What is wrong with a request although Stripe might execute it.
 * @param canaries  texts that must never reach Stripe, such as a child's name
 */
export function complaintsAbout(request: Request, canaries: readonly string[]): string[] {
  const { verb, path, headers } = request;
  const about = `${verb} ${path}`;
  const found = [
    ...(verb === 'POST' ? keyComplaints(headers['idempotency-key']) : []),
    ...(headers['stripe-version'] === API_VERSION ? [] : [`Stripe-Version is ${headers['stripe-version']}`]),
    ...secretComplaints(request, canaries),
  ];
  return found.map((one) => `${about}: ${one}`);
}

function keyComplaints(key: string | undefined): string[] {
  if (!key) return ['no Idempotency-Key'];
  if (key.length > 255) return ['the Idempotency-Key has more than 255 characters'];
  if (key.includes('@')) return ['the Idempotency-Key holds an e-mail address'];
  // The SDK's own key is another one at each attempt, so a replay by us would charge twice.
  return key.startsWith('stripe-node-retry') ? ['the Idempotency-Key is the SDK’s, not ours'] : [];
}

function secretComplaints({ path, query, headers, body }: Request, canaries: readonly string[]): string[] {
  const texts = [path, decoded(query), decoded(body), ...Object.values(headers)];
  const hasCard = texts.some((text) => [...text.matchAll(/\d{13,}/g)].some(([run]) => holdsCardNumber(run)));
  const leaked = canaries.filter((one) => texts.some((text) => text.includes(one)));
  return [...(hasCard ? ['a card number'] : []), ...leaked.map((one) => `the text ${one}`)];
}

const decoded = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '));

/** Whether 13 to 19 digits in a row are a card's number by their check digit (Luhn). */
function holdsCardNumber(run: string): boolean {
  if (run.length > 19) return false;
  const sum = [...run].reverse().reduce((total, digit, at) => {
    const doubled = Number(digit) * (at % 2 === 1 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

const MAX_KEYS = 50;

/** What Stripe refuses in metadata, which its description does not say. */
export function metadataMisfit(params: Record<string, unknown>): string | undefined {
  const entries = Object.entries((params.metadata ?? {}) as Record<string, unknown>);
  if (entries.length > MAX_KEYS) return 'Metadata can have up to 50 keys.';
  if (entries.some(([key]) => key.length > 40)) return 'Metadata keys can have up to 40 characters.';
  if (entries.some(([, value]) => String(value).length > 500))
    return 'Metadata values can have up to 500 characters.';
}
