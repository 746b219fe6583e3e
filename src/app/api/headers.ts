import { m } from '#i18n/messages.js';
import { ticketHeader } from './ticket.ts';
import type { StoredToken } from './tokens.ts';

function csrfToken(): string | undefined {
  if (typeof document === 'undefined') return undefined;
  const token = document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]')?.content;
  if (!token) console.warn(m.shell_csrf_missing());
  return token;
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    // Any page of the domain can set the cookie to any text; calls must not fail.
    return value;
  }
}

function xsrfCookie(): string | undefined {
  if (typeof document === 'undefined') return undefined;
  const value = /(?:^|;\s*)XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1];
  return value && decoded(value);
}

export function commonHeaders(token: StoredToken | undefined): Record<string, string> {
  const given = {
    Accept: 'application/json',
    'X-Requested-With': 'XMLHttpRequest',
    'X-CSRF-TOKEN': csrfToken(),
    'X-XSRF-TOKEN': xsrfCookie(),
    Authorization: token && `Bearer ${token.access_token}`,
    ...ticketHeader(),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value)) as Record<string, string>;
}
