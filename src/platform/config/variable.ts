import { readFileSync } from 'node:fs';
import { m } from '#i18n/messages.js';
import { email as emailRule } from '#kit/rules/fields.ts';

export type Variable<T> = {
  readonly name: string;
  readonly fallback: string;
  readonly about: () => string;
  readonly read: (text: string) => T | undefined;
  readonly must: () => string;
  /** may stand in a file, named by the variable with `_FILE` behind */
  readonly isSecret?: true;
};

/** Docker, Kubernetes and systemd hand secrets over as files (MO12). */
export const secret = <T>(variable: Variable<T>): Variable<T> => ({ ...variable, isSecret: true });

/** The message is the sentence shown when the start stops (K6). */
export class WrongConfig extends Error {
  override readonly name = 'WrongConfig';
}

export type Environment = Record<string, string | undefined>;

/** @throws WrongConfig, naming the variable; the value may be a secret and is not repeated */
export function readVariable<T>(variable: Variable<T>, environment: Environment): T {
  const text = textOf(variable, environment) || variable.fallback;
  const value = variable.read(text);
  if (value === undefined)
    throw new WrongConfig(m.portal_config_wrong({ name: variable.name, must: variable.must() }));
  return value;
}

/** @throws WrongConfig for an unreadable file, and for a text beside a file */
function textOf(
  { name, isSecret }: Pick<Variable<unknown>, 'name' | 'isSecret'>,
  environment: Environment,
): string | undefined {
  const own = environment[name]?.trim();
  const path = isSecret && environment[`${name}_FILE`]?.trim();
  if (!path) return own;
  if (own) throw new WrongConfig(m.portal_config_twice({ name }));
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new WrongConfig(m.portal_config_file_unreadable({ name: `${name}_FILE`, code }), { cause: error });
  }
}

type Named = { name: string; about: () => string; fallback?: string };

export function text({ name, about, fallback = '' }: Named): Variable<string> {
  return { name, about, fallback, read: (value) => value, must: m.portal_config_must_text };
}

/** @returns lower-cased; blank if unset */
export function emailAddress({ name, about }: Named): Variable<string> {
  const read = (value: string) => (value === '' ? value : emailRule().safeParse(value).data);
  return { name, about, fallback: '', read, must: m.portal_config_must_email };
}

export function integer({
  name,
  about,
  fallback = '',
  min,
  max,
}: Named & { min: number; max: number }): Variable<number> {
  const read = (value: string) =>
    /^\d+$/.test(value) && Number(value) >= min && Number(value) <= max ? Number(value) : undefined;
  return { name, about, fallback, read, must: () => m.portal_config_must_integer({ min, max }) };
}

export function yesOrNo({ name, about }: Named): Variable<boolean> {
  const read = (value: string) => (value === '1' ? true : value === '0' ? false : undefined);
  return { name, about, fallback: '0', read, must: m.portal_config_must_flag };
}

export function oneOf<const T extends string>(named: Named & { values: readonly T[] }): Variable<T> {
  const { name, about, fallback = '', values } = named;
  const read = (value: string) => values.find((known) => known === value);
  return {
    name,
    about,
    fallback,
    read,
    must: () => m.portal_config_must_one_of({ values: values.filter(Boolean).join(', ') }),
  };
}

export function address({
  name,
  about,
  fallback = '',
  schemes,
}: Named & { schemes: string[] }): Variable<string> {
  const read = (value: string) => (value === '' || schemes.includes(schemeOf(value)) ? value : undefined);
  return {
    name,
    about,
    fallback,
    read,
    must: () => m.portal_config_must_address({ schemes: schemes.map((scheme) => `${scheme}//`).join(', ') }),
  };
}

/** An address without a path; `https://portal.example/` is read as `https://portal.example`. */
export function origin({ name, about }: Named): Variable<string> {
  const read = (value: string) => {
    if (value === '') return value;
    if (!['http:', 'https:'].includes(schemeOf(value))) return undefined;
    const { origin: own, pathname, search, hash, username, password } = new URL(value);
    const rest = [pathname.replace(/^\/+$/, ''), search, hash, username, password].join('');
    return rest === '' ? own : undefined;
  };
  return { name, about, fallback: '', read, must: m.portal_config_must_origin };
}

export function origins({ name, about }: Named): Variable<string[]> {
  const read = (value: string) => {
    const listed = value.split(/[\s,]+/).filter(Boolean);
    return listed.every((origin) => isOrigin(origin)) ? listed : undefined;
  };
  return { name, about, fallback: '', read, must: m.portal_config_must_origins };
}

const KEY = /^[A-Za-z0-9+/]{43}=$/;

export function keys({ name, about }: Named): Variable<string[]> {
  const read = (value: string) => {
    const listed = value.split(/[\s,]+/).filter(Boolean);
    return listed.every((key) => KEY.test(key)) ? listed : undefined;
  };
  return { name, about, fallback: '', read, must: m.portal_config_must_keys };
}

/** A blank text in the list is a mistake. */
export function listOf({
  name,
  about,
  pattern,
  must,
}: Named & { pattern: RegExp; must: () => string }): Variable<string[]> {
  const read = (value: string) => {
    const listed = value === '' ? [] : value.split(',').map((one) => one.trim());
    return listed.every((one) => pattern.test(one)) ? listed : undefined;
  };
  return { name, about, fallback: '', read, must };
}

export function matching({
  name,
  about,
  pattern,
  must,
}: Named & { pattern: RegExp; must: () => string }): Variable<string> {
  const read = (value: string) => (value === '' || pattern.test(value) ? value : undefined);
  return { name, about, fallback: '', read, must };
}

function schemeOf(value: string): string {
  return URL.canParse(value) ? new URL(value).protocol : '';
}

function isOrigin(value: string): boolean {
  return ['http:', 'https:'].includes(schemeOf(value)) && new URL(value).origin === value;
}
