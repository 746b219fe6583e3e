import type { APIRequestContext, Page } from '@playwright/test';
import type { TokenRecord } from '#modules/accounts/accounts.contract.ts';

export const PASSWORD = 'Journey-2027';

/** Someone with an account of their own, and a way to call the API as them. */
export type Account = {
  email: string;
  first_name: string;
  last_name: string;
  tokens: TokenRecord;
  call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, data?: object): Promise<any[]>;
};

/** The demo's own people; a journey that changes something signs up its own family instead. */
export const DEMO = {
  family: { email: 'adaeze@okafor.example', password: 'Demo-family-2027' },
  emptyFamily: { email: 'sam@whitfield.example', password: 'Demo-family-2027' },
  superAdmin: { email: 'admin@harborline.example', password: 'Demo-staff-2027' },
  admin: { email: 'dispatch@harborline.example', password: 'Demo-staff-2027' },
};

let accounts = 0;

/** An address that nobody has used yet. */
export function newEmail(): string {
  accounts += 1;
  // Thirteen digits might be the number of a card.
  return `family-${process.pid}-${Date.now().toString(36)}-${accounts}@okafor.example`;
}

/**
 * The network that each family made over the API comes from: sixty may register an hour from one, and all
 * journeys run on one machine. The journeys' portal believes it, as it would a proxy's word.
 */
function aNetwork(): string {
  return `10.${[1, 2, 3].map(() => Math.floor(Math.random() * 256)).join('.')}`;
}

async function send(
  request: APIRequestContext,
  method: string,
  path: string,
  data?: object,
  token?: string,
): Promise<any[]> {
  const headers = {
    'X-Requested-With': 'XMLHttpRequest',
    'X-Forwarded-For': aNetwork(),
    ...(token && { Authorization: `Bearer ${token}` }),
  };
  const answer = await request.fetch(`/api${path}`, { method, headers, ...(data && { data }) });
  const body = (await answer.json()) as { items?: any[]; errors?: string[] };
  if (!answer.ok())
    throw new Error(`${method} ${path} answered ${answer.status()}: ${body.errors?.join(' ')}`);
  return body.items ?? [];
}

/** Logs in over the API, as the login box does. */
export async function logInByApi(
  request: APIRequestContext,
  who: { email: string; password: string },
): Promise<TokenRecord> {
  const [tokens] = await send(request, 'POST', '/login', { email: who.email, password: who.password });
  return tokens;
}

/** A new family with an account, made over the API: for journeys that are not about signing up. */
export async function newAccount(request: APIRequestContext, changes: object = {}): Promise<Account> {
  const who = { first_name: 'Adaeze', last_name: 'Okafor', email: newEmail(), ...changes };
  await send(request, 'POST', '/register', { ...who, password: PASSWORD, password_confirmation: PASSWORD });
  const tokens = await logInByApi(request, { email: who.email, password: PASSWORD });
  return {
    ...who,
    tokens,
    call: (method, path, data) => send(request, method, path, data, tokens.access_token),
  };
}

/** Opens the browser as someone who is signed in already; call before the first `goto`. */
export async function signIn(page: Page, tokens: TokenRecord): Promise<void> {
  await page.addInitScript((record) => {
    if (sessionStorage.getItem('signed-in-once')) return;
    sessionStorage.setItem('signed-in-once', 'yes');
    localStorage.setItem('auth_token', JSON.stringify(record));
  }, tokens);
}
