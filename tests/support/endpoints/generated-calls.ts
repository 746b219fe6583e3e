import type { InjectOptions } from 'fastify';
import type { EndpointDefinition } from '#kit/endpoint/endpoint.ts';
import { pathVariants } from '#kit/endpoint/endpoint-path.ts';
import { chanceOf, type Chance } from '#kit/seeded-chance.ts';
import { requestOf } from './call-endpoint.ts';
import { fieldsOf, namesSent, withValue, type Field } from './endpoint-fields.ts';
import {
  CONTENT_TYPES,
  hostileText,
  hostileValue,
  WHOLE_BODIES,
} from '#tests/support/corpora/hostile-values.ts';
import type { Sent } from './sample.ts';

/** A call that a seed made out of one that is answered. */
export type Generated = { request: InjectOptions; sent: Sent };

/**
 * One call of an endpoint, wrong in one place or, now and then, in two. The same seed makes the same call.
 */
export function generatedCall(
  seed: number,
  definition: EndpointDefinition,
  sample: Sent,
  token: string | undefined,
): Generated {
  const chance = chanceOf(seed);
  let sent = sample;
  const fields = fieldsOf(definition).filter((field) => !field.path.startsWith('params.'));
  if (fields.length > 0 && !chance.percent(8)) sent = spoil(chance, sent, chance.oneOf(fields));
  if (fields.length > 0 && chance.percent(15)) sent = spoil(chance, sent, chance.oneOf(fields));
  const request = requestOf(definition, sent, token);
  return { sent, request: spoilRequest(chance, definition, request, sent) };
}

function spoil(chance: Chance, sent: Sent, field: Field): Sent {
  const { schema } = field;
  const path = named(chance, sent, field.path);
  if (path.startsWith('query.') || path.startsWith('headers.')) {
    // A header that no client could send tells nothing about the server.
    const text = path.startsWith('headers.')
      ? hostileText(chance).replaceAll(/[^\t\x20-\x7e]/g, '?')
      : hostileText(chance);
    return withValue(sent, path, text);
  }
  if (chance.percent(10)) return withValue(sent, path, undefined);
  return withValue(
    sent,
    chance.percent(8)
      ? `${path.slice(0, path.lastIndexOf('.'))}.${hostileText(chance).replaceAll('.', '') || 'x'}`
      : path,
    hostileValue(chance, schema),
  );
}

/** A field of a record gets a name that was sent there, if any. */
function named(chance: Chance, sent: Sent, path: string): string {
  const [record, isOfRecord] = [path.replace(/\.\*$/, ''), path.endsWith('.*')];
  const names = isOfRecord ? namesSent(sent, record) : [];
  return names.length > 0 ? `${record}.${chance.oneOf(names)}` : path;
}

function spoilRequest(
  chance: Chance,
  definition: EndpointDefinition,
  request: InjectOptions,
  sent: Sent,
): InjectOptions {
  const url = spoilAddress(chance, definition, String(request.url), sent);
  const headers = { ...request.headers } as Record<string, string>;
  if (definition.method === 'GET') return { ...request, url };
  if (chance.percent(3))
    return {
      ...request,
      url,
      payload: chance.oneOf(WHOLE_BODIES),
      headers: { ...headers, 'content-type': 'application/json' },
    };
  if (chance.percent(2))
    return {
      ...request,
      url,
      payload: chance.oneOf(WHOLE_BODIES),
      headers: { ...headers, 'content-type': chance.oneOf(CONTENT_TYPES) },
    };
  const body = JSON.stringify(request.payload);
  if (!Buffer.isBuffer(request.payload) && body && chance.percent(3))
    return { ...request, url, payload: spoilText(chance, body), headers };
  return { ...request, url };
}

function spoilAddress(chance: Chance, definition: EndpointDefinition, url: string, { params }: Sent): string {
  const names = Object.keys(params ?? {});
  const share = definition.method === 'GET' ? 85 : 25;
  if (names.length > 0 && chance.percent(share)) {
    const spoiled = chance.oneOf(names);
    const path = chance.oneOf(pathVariants(definition.path));
    const value = (name: string) =>
      name === spoiled ? encoded(chance) : encodeURIComponent(String(params![name] ?? '1'));
    const query = url.includes('?') ? url.slice(url.indexOf('?')) : '';
    url = `/api${path.replaceAll(/:(\w+)/g, (_, name: string) => value(name))}${query}`;
  }
  if (!chance.percent(definition.query ? 40 : 5)) return url;
  const name = url.includes('?')
    ? url.slice(url.indexOf('?') + 1).split('=')[0]!
    : chance.oneOf(['id', 'q', 'a[]', 'a[b]', '__proto__', 'constructor']);
  const first = `${url}${url.includes('?') ? '&' : '?'}${name}=${encoded(chance)}`;
  return chance.percent(50) ? `${first}&${name}=${encoded(chance)}` : first;
}

/** A part of an address, now and then one that is no text at all. */
function encoded(chance: Chance): string {
  if (chance.percent(5))
    return chance.oneOf(['%', '%E0%A4%A', '%ED%A0%80', '%00', '%FF', '%2e%2e', '%2F', '%5c']);
  return encodeURIComponent(hostileText(chance).slice(0, 600).toWellFormed());
}

function spoilText(chance: Chance, body: string): string | Buffer {
  const at = chance.upTo(body.length);
  return chance.oneOf<() => string | Buffer>([
    () => body.slice(0, at),
    () => body.slice(0, at) + body.slice(at + 1),
    () => `${body.slice(0, -1)},${body.slice(1)}`,
    () => body.replace(/:(\d+|true|false|null|"[^"]*")/, ':1e400'),
    () => body.replace(/":"/, '":"\\ud800'),
    () =>
      Buffer.concat([
        Buffer.from(body.slice(0, at)),
        Buffer.from([0xff, 0xc0, 0x80]),
        Buffer.from(body.slice(at)),
      ]),
    () => Buffer.from(body, 'utf16le'),
    () => body + body,
  ])();
}
